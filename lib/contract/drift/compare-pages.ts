import { createdTimes, rowsOf } from "./compare-list-page";
import { type Comparison, Differences } from "./difference";

type ListEndpoint = "listCards" | "listTransactions";

/** The bodies of consecutive pages from the first, and whether the last one says that it is the last. */
export type Pages = { bodies: readonly unknown[]; isComplete: boolean };

/** What pages promise together. A list grows while it is read, so records are compared only if its count stayed. */
export function comparePages(endpoint: ListEndpoint, pages: Pages): Comparison {
  const found = new Differences(endpoint);
  const isStable = new Set(pages.bodies.map(countOf)).size <= 1;
  compareNeighbors(pages, isStable, found);
  comparePageSizes(pages, found);
  compareCount(pages, isStable, found);
  return found.result();
}

function compareNeighbors({ bodies }: Pages, isStable: boolean, found: Differences): void {
  const seen = new Set<unknown>();
  for (const [index, body] of bodies.entries()) {
    const ids = idsOf(body);
    const repeated = ids.filter((id) => seen.has(id)).length;
    if (ids.length > 0 && repeated === ids.length)
      found.add({
        kind: "page-ignored",
        field: "results",
        effect: "broken",
        contract: "4.2: page selects the page",
        example: () => `page ${index + 1} has only records of earlier pages`,
      });
    else if (isStable && repeated > 0)
      found.add({
        kind: "repeated-record",
        field: "results[]",
        effect: "shown",
        contract: "4.2, our reading: a record is on one page",
        example: () => `${repeated} of page ${index + 1}`,
      });
    for (const id of ids) seen.add(id);
    compareBoundary(bodies[index - 1], body, found);
  }
}

function compareBoundary(before: unknown, after: unknown, found: Differences): void {
  const [last, first] = [createdTimes(before).at(-1), createdTimes(after)[0]];
  if (last === undefined || first === undefined || last >= first) return;
  found.add({
    kind: "order",
    field: "results[].created",
    effect: "broken",
    contract: "4.2, our reading: newest first",
    example: () => "a newer record on a later page",
  });
}

function comparePageSizes({ bodies, isComplete }: Pages, found: Differences): void {
  const sizes = (isComplete ? bodies.slice(0, -1) : bodies).map((body) => rowsOf(body).length);
  if (new Set(sizes).size <= 1) return;
  found.add({
    kind: "page-size",
    field: "results",
    effect: "harmless",
    contract: "8: page size is not shown; our reading: the same for all pages but the last",
    example: () => [...new Set(sizes)].join(", "),
  });
}

function compareCount({ bodies, isComplete }: Pages, isStable: boolean, found: Differences): void {
  const count = countOf(bodies[0]);
  const rows = bodies.reduce<number>((sum, body) => sum + rowsOf(body).length, 0);
  if (typeof count !== "number" || count === rows || (!isComplete && count > rows)) return;
  const isCountOfPage = bodies.length > 1 && bodies.every((body) => countOf(body) === rowsOf(body).length);
  if (!isStable && !isCountOfPage) return;
  found.add({
    kind: "count",
    field: "count",
    effect: isCountOfPage ? "harmless" : "shown",
    contract: "2.4, our reading: the count of all records that match",
    example: () => `${count}, but there are ${isComplete ? "" : "at least "}${rows}`,
  });
}

function countOf(body: unknown): unknown {
  return (body as { count?: unknown } | null)?.count;
}

function idsOf(body: unknown): unknown[] {
  return rowsOf(body).map((row) => (row as { id?: unknown }).id);
}
