import { expect, it } from "vitest";
import { shortenLists } from "./shorten-lists";

const list = (length: number) => Array.from({ length }, (_, index) => ({ id: `id-${index}` }));

it("leaves what a person chose one by one", () => {
  const input = { scope: { items: list(100) }, reason: "stolen", note: null, count: 3 };
  expect(shortenLists(input)).toEqual(input);
});

it("records a longer list, wherever it is, as its length and a hash of its content", () => {
  const of = (items: unknown[]) => shortenLists({ action: "run.plan", input: [{ items }] });
  const expected = { count: 101, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
  expect(of(list(101))).toEqual({ action: "run.plan", input: [{ items: expected }] });
  expect(of(list(101))).toEqual(of(list(101)));
  expect(of(list(101))).not.toEqual(of(list(101).reverse()));
});
