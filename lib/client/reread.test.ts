import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { reread } from "./reread";

/** A query whose answers are given by hand, and what it shows. */
function openQuery() {
  const client = new QueryClient();
  const asked: ((answer: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["search", "ada"],
    queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
    retry: false,
  });
  const close = observer.subscribe(() => undefined);
  return { client, asked, shown: () => observer.getCurrentResult().data, close };
}

it("asks again after a first answer that was on its way when something changed", async () => {
  const { client, asked, shown, close } = openQuery();
  expect(asked).toHaveLength(1);
  const done = reread(client, ["search"]);
  asked[0]?.("from before");
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.("from after");
  await done;
  expect(shown()).toBe("from after");
  close();
});

it("asks once for what is at rest", async () => {
  const { client, asked, shown, close } = openQuery();
  asked[0]?.("old");
  await expect.poll(shown).toBe("old");
  const done = reread(client, ["search"]);
  expect(asked).toHaveLength(2);
  asked[1]?.("new");
  await done;
  expect(asked).toHaveLength(2);
  expect(shown()).toBe("new");
  close();
});

it("lets every answer through, however fast changes follow each other", async () => {
  const { client, asked, shown, close } = openQuery();
  const all = Promise.all([1, 2, 3].map(() => reread(client, ["search"])));
  asked[0]?.("first");
  await expect.poll(shown).toBe("first");
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.("second");
  await all;
  expect(shown()).toBe("second");
  expect(asked).toHaveLength(2);
  close();
});
