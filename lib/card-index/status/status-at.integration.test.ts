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
const NO_RESPONSE = { status: null, code: null, requestId: "r" };
/** An hour ago, so that the card is read after the purchase. */
const START_MS = Date.now() - 3_600_000;

let db: Database;
beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());

const timeAt = (second: number) => new Date(START_MS + second * 1000);

type Step = Partial<NewEntry> & { action: string; second: number };

/** The status at second 60, when a purchase was declined. */
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
        atMs: timeAt(second).getTime(),
        ...entry,
      }),
    );
  return findStatusAt(card.id, timeAt(60), MINA.id);
}

const frozenAt50: Step = { action: "card.freeze", second: 50, ...FROZEN };
const elsewhere: Step = { action: "card.changed-outside", second: 0, phase: "event", actor: null };

describe("the status of a card when a purchase was declined", () => {
  it("is known, with the person who set it, if the card still has it", async () => {
    expect(await statusAtDecline("FROZEN", [frozenAt50])).toMatchObject({
      status: "FROZEN",
      change: { by: "Mina Reyes", isYou: true, at: timeAt(50).toISOString(), isCertain: true },
    });
  });

  it("is known if the next change started from it", async () => {
    const unfreeze = { action: "card.unfreeze", second: 90, ...UNFROZEN };
    expect(await statusAtDecline("ACTIVE", [frozenAt50, unfreeze])).toMatchObject({ status: "FROZEN" });
  });

  it("is known if it was set elsewhere and detected before the purchase", async () => {
    expect(await statusAtDecline("FROZEN", [{ ...elsewhere, ...FROZEN, second: 30 }])).toMatchObject({
      status: "FROZEN",
      change: { by: null },
    });
  });

  it.each<[string, string, Step[]]>([
    ["nothing changed the card", "FROZEN", []],
    ["the freeze is within the clock margin", "FROZEN", [{ ...frozenAt50, second: 59 }]],
    ["the card was frozen later", "FROZEN", [{ ...frozenAt50, second: 70 }]],
    ["the card could not be read before the freeze", "FROZEN", [{ ...frozenAt50, before: null }]],
    ["the card has another status now, without a recorded change", "ACTIVE", [frozenAt50]],
    [
      "the card was unfrozen elsewhere at an unknown time",
      "ACTIVE",
      [frozenAt50, { ...elsewhere, ...UNFROZEN, second: 90 }],
    ],
    [
      "an unfreeze was in progress",
      "ACTIVE",
      [frozenAt50, { action: "card.unfreeze", second: 61, ...UNFROZEN }],
    ],
    [
      "a freeze got no response",
      "ACTIVE",
      [
        { action: "card.unfreeze", second: 10, ...UNFROZEN },
        {
          action: "card.freeze",
          second: 55,
          outcome: "failed",
          before: { status: "ACTIVE" },
          issuer: NO_RESPONSE,
        },
      ],
    ],
    [
      "a freeze has not finished",
      "ACTIVE",
      [
        { action: "card.unfreeze", second: 10, ...UNFROZEN },
        { action: "card.freeze", second: 55, phase: "begin", outcome: "begun", operationId: randomUUID() },
      ],
    ],
    [
      "the outcome of an unfreeze is unknown",
      "FROZEN",
      [frozenAt50, { action: "card.unfreeze", second: 55, outcome: "unknown" }],
    ],
  ])("is unknown if %s", async (_, status, steps) => {
    expect(await statusAtDecline(status, steps)).toBeNull();
  });
});
