import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendAudit, type NewEntry } from "@/lib/audit/append";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { indexCard } from "@/testing/indexed-samples";
import { findStatusAt } from "./status-change";

const MINA = { id: randomUUID(), name: "Mina Reyes", role: "support" as const };
const FROZEN = { before: { status: "ACTIVE" }, after: { status: "FROZEN" } };
const UNFROZEN = { before: { status: "FROZEN" }, after: { status: "ACTIVE" } };
/** An hour ago: the card is seen after the purchase. */
const START_MS = Date.now() - 3_600_000;

let db: Database;
beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());

const moment = (second: number) => new Date(START_MS + second * 1000);

type Step = Partial<NewEntry> & { action: string; second: number };

/** What the log says of a card whose purchase was declined at second 60. */
async function statusAtDecline(status: string, steps: readonly Step[]) {
  const card = await indexCard(db.pool, { status });
  for (const { second, ...entry } of steps)
    await inTransaction(db.pool, (client) =>
      appendAudit(client, {
        phase: "finish",
        outcome: "succeeded",
        actor: MINA,
        target: card.id,
        durationMs: 10,
        atMs: moment(second).getTime(),
        ...entry,
      }),
    );
  return findStatusAt(card.id, moment(60), MINA.id);
}

const frozenAt50: Step = { action: "card.freeze", second: 50, ...FROZEN };
const elsewhere: Step = { action: "card.changed-outside", second: 0, phase: "event", actor: null };

describe("the status of a card when a purchase was declined", () => {
  it("is told with who gave it, where the card has it still", async () => {
    expect(await statusAtDecline("FROZEN", [frozenAt50])).toMatchObject({
      status: "FROZEN",
      change: { by: "Mina Reyes", isYou: true, at: moment(50).toISOString(), isCertain: true },
    });
  });

  it("is told where the next change found the card so", async () => {
    const unfreeze = { action: "card.unfreeze", second: 90, ...UNFROZEN };
    expect(await statusAtDecline("ACTIVE", [frozenAt50, unfreeze])).toMatchObject({ status: "FROZEN" });
  });

  it("is told where it was given elsewhere and seen before", async () => {
    expect(await statusAtDecline("FROZEN", [{ ...elsewhere, ...FROZEN, second: 30 }])).toMatchObject({
      status: "FROZEN",
      change: { by: null },
    });
  });

  it.each<[string, string, Step[]]>([
    ["nothing was done to the card", "FROZEN", []],
    ["the freeze came within what the clocks may differ", "FROZEN", [{ ...frozenAt50, second: 59 }]],
    ["the freeze came later", "FROZEN", [{ ...frozenAt50, second: 70 }]],
    ["the card could not be read before the freeze", "FROZEN", [{ ...frozenAt50, before: null }]],
    ["it has another status since, and nobody saw the change", "ACTIVE", [frozenAt50]],
    [
      "it was unfrozen elsewhere, nobody knows when",
      "ACTIVE",
      [frozenAt50, { ...elsewhere, ...UNFROZEN, second: 90 }],
    ],
    [
      "an unfreeze was under way",
      "ACTIVE",
      [frozenAt50, { action: "card.unfreeze", second: 61, ...UNFROZEN }],
    ],
    [
      "the outcome of an unfreeze is not known",
      "FROZEN",
      [frozenAt50, { action: "card.unfreeze", second: 55, outcome: "unknown" }],
    ],
  ])("is not told where %s", async (_, status, steps) => {
    expect(await statusAtDecline(status, steps)).toBeNull();
  });
});
