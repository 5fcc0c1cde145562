import { expect, it } from "vitest";
import { emptyHistory, type History, record, stepBack, stepForward } from "./history";

const after = (...entries: string[]) => entries.reduce<History<string>>(record, emptyHistory());

it("undoes the newest first, and redoes in order", () => {
  const first = stepBack(after("a", "b"));
  expect(first?.entry).toBe("b");
  const second = stepBack(first?.history ?? emptyHistory());
  expect(second?.entry).toBe("a");
  expect(stepBack(second?.history ?? emptyHistory())).toBeNull();
  const redone = stepForward(second?.history ?? emptyHistory());
  expect(redone?.entry).toBe("a");
  expect(stepForward(redone?.history ?? emptyHistory())?.entry).toBe("b");
});

it("can't redo after something else was done", () => {
  const undone = stepBack(after("a", "b"));
  const changed = record(undone?.history ?? emptyHistory(), "c");
  expect(stepForward(changed)).toBeNull();
  expect(changed.done).toEqual(["a", "c"]);
});

it("forgets the oldest of very many", () => {
  const history = after(...Array.from({ length: 500 }, (_, index) => String(index)));
  expect(history.done).toHaveLength(200);
  expect(history.done.at(-1)).toBe("499");
});
