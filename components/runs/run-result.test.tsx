import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Run, RunItem } from "@/lib/domain/runs/run";
import { renderWithRouter } from "@/testing/render-with-router";
import { PlanWarnings } from "./plan-warnings";
import { RunBadge } from "./run-badges";
import { RunItems } from "./run-items";
import { RunProgress } from "./run-progress";

const RUN: Run = {
  id: "0193b447-77de-7c1a-9a53-0b8f6d2ce07d",
  kind: "freeze",
  state: "finished",
  scope: "Pasted cards",
  reason: null,
  requestId: null,
  person: "Ada",
  isYours: true,
  createdAt: "2026-11-15T14:03:22.000Z",
  startedAt: "2026-11-15T14:03:25.000Z",
  finishedAt: "2026-11-15T14:03:26.000Z",
  problem: null,
  isWaiting: false,
  undoOf: null,
  undoneBy: [],
  retryOf: null,
  counts: { waiting: 0, sent: 0, done: 3, failed: 0, skipped: 0, canceled: 0, total: 3 },
  summary: null,
  changed: 3,
};
const counts = (some: Partial<Run["counts"]>): Run["counts"] => ({ ...RUN.counts, done: 1, ...some });

const badge = (run: Partial<Run>) => renderToStaticMarkup(<RunBadge run={{ ...RUN, ...run }} />);
const progress = (run: Partial<Run>) =>
  renderToStaticMarkup(<RunProgress run={{ ...RUN, ...run }} cardsPerSecond={10} />);

it("is only a plain success if no card was skipped and none failed", () => {
  expect(badge({})).toContain("text-good");
  for (const [run, text] of [
    [{ counts: counts({ skipped: 2 }) }, "Finished, 2 skipped"],
    [{ counts: counts({ failed: 1, skipped: 1 }) }, "Finished, 1 failed"],
  ] as const) {
    expect(badge(run)).toContain(text);
    expect(badge(run)).not.toContain("text-good");
  }
});

it("has a full bar only if every card is done", () => {
  expect(progress({})).toContain('value="3" max="3"');
  for (const rest of ["failed", "skipped", "canceled"] as const)
    expect(progress({ counts: counts({ [rest]: 2 }) })).toContain('value="1" max="3"');
});

it("says that it waits for another run instead of how long it takes", () => {
  const waiting = { state: "running", isWaiting: true, counts: counts({ done: 0, waiting: 3 }) } as const;
  expect(progress(waiting)).toContain("Waits for another run.");
  expect(progress(waiting)).not.toContain("left");
  expect(progress({ ...waiting, isWaiting: false })).toContain("less than a minute left");
  expect(badge(waiting)).toContain("Waits for another run");
});

const ITEM: RunItem = {
  position: 1,
  cardId: null,
  rowNumber: 4,
  hasCard: false,
  details: { customerId: "c_1", cardType: "virtual", cardDesign: null, spendLimit: 500 },
  issuedBy: null,
  lastFour: null,
  cardholderName: "Amara Okafor",
  cardName: "Amara Okafor",
  status: null,
  state: "waiting",
  reason: null,
  finishedAt: null,
};
const WARNINGS = [{ text: "Before 1900.", rows: [4, 9] }];

const items = (item: Partial<RunItem>) =>
  renderWithRouter(
    <RunItems
      items={[{ ...ITEM, ...item }]}
      plan="Will be issued"
      hasCards={false}
      warnings={WARNINGS}
      designNames={{}}
      currency="USD"
    />,
  );

it("shows what will be issued, with its warnings", () => {
  expect(items({})).toContain("Virtual, USD 500.00, default design, customer c_1");
  expect(items({})).toContain("Before 1900.");
  expect(items({ rowNumber: 5 })).not.toContain("Before 1900.");
  const plan = renderToStaticMarkup(<PlanWarnings warnings={WARNINGS} cards={7} />);
  expect(plan).toContain("2 of 7 cards have warnings.");
  expect(plan).toContain("Rows 4, 9");
});

it("links the card that a skipped row has already, and the run that issued it", () => {
  const issuedBy = { runId: "r1", cardId: "card 1", lastFour: "3820", status: "BLOCKED" };
  const skipped = items({ state: "skipped", issuedBy });
  expect(skipped).toContain("blocked card");
  expect(skipped).toContain('href="/cards/card%201"');
  expect(skipped).toContain('href="/bulk/r1"');
  expect(items({ state: "skipped", issuedBy: { ...issuedBy, status: "ACTIVE" } })).not.toContain("blocked");
});
