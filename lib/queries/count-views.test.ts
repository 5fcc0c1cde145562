import { expect, it } from "vitest";
import { countViews } from "./count-views";

it("counts one view after the other, and leaves out those for which there is no time", async () => {
  let clock = 0;
  let running = 0;
  const views = ["a", "b", "c", "d"].map((id) => ({ id, query: id }));
  const counts = await countViews(
    views,
    async (query) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      clock += 1_500;
      return query.charCodeAt(0);
    },
    () => clock,
  );
  expect(counts).toEqual({ a: 97, b: 98, c: null, d: null });
});
