import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { verifyChain } from "@/lib/audit/verify";
import type { Outcome } from "./claim";
import { findProblems, type Problems, type Truth } from "./find-problems";
import { type Intent, type Ledger, type Load, retryOpen } from "./kill-load";
import type { World } from "./world";

/** An operation whose process died is resolved after about three timeouts and a minute. */
const SETTLE_MS = 240_000;
/** Short, so that operations of dead processes are resolved sooner. */
export const KILL_ENV = { CARD_API_TIMEOUT_MS: "2000", SANDBOX_REPORT_DELAY_MS: "200" };

export const KILL_GOAL =
  "0 acknowledged lost, 0 recorded as failed that happened, 0 doubled, 0 refused, 0 left open, audit chain whole";
/** The end of a claim's `how`. */
export const KILL_COMPARISON =
  "answers that were lost are sent again with the same ID; in the end the issuer's cards and webhooks, the operations, notes, reports, downloads, and files are compared with what was sent and how it was answered";

/** Compares what was sent with the issuer's cards and the database. Needs that no dashboard runs. */
export async function judge(world: World, ledger: Ledger, load: Load, seed: number): Promise<Outcome> {
  const { problems, isChainWhole } = await settle(world, ledger, load);
  const count = (kind: Intent["kind"]) =>
    ledger.intents.filter((intent) => intent.kind === kind && intent.isAcknowledged).length;
  const kinds = { create: "cards", note: "notes", report: "reports" } as const;
  const counts = Object.entries(kinds).map(([kind, name]) => `${count(kind as Intent["kind"])} ${name}`);
  const received = ledger.webhooks.filter(({ isAcknowledged }) => isAcknowledged).length;
  const { lost, denied, doubled, refused, open } = problems;
  const all = Object.values(problems).flat();
  return {
    figure: `${counts.join(", ")}, and ${received} webhooks acknowledged: ${lost.length} lost, ${denied.length} recorded as failed that happened, ${doubled.length} doubled, ${refused.length} refused, ${open.length} left open; audit chain ${isChainWhole ? "whole" : "broken"}${describe(all)}`,
    isMet: all.length === 0 && isChainWhole && (["create", "note", "report"] as const).every(count),
    seed,
  };
}

function describe(problems: string[]): string {
  return problems.length > 0 ? ` (${problems.slice(0, 5).join(", ")})` : "";
}

type Found = { problems: Problems; isChainWhole: boolean };

/** Sends lost answers again, and gives background work time to finish what the kills interrupted. */
async function settle(world: World, ledger: Ledger, load: Load): Promise<Found> {
  for (const deadline = Date.now() + SETTLE_MS; ; ) {
    const dashboard = await world.start();
    for (let round = 0; round < 5; round += 1) {
      await sleep(3_000);
      await retryOpen(ledger, load);
    }
    await dashboard.stop();
    const found = await world.readDatabase(async (pool) => ({
      problems: findProblems(ledger, await readTruth(pool, world)),
      isChainWhole: (await verifyChain(pool)).isUnbroken,
    }));
    if (Date.now() > deadline || found.problems.open.length === 0) return found;
  }
}

async function readTruth(pool: pg.Pool, { sandbox }: World): Promise<Truth> {
  const names = async (sql: string) => {
    const { rows } = await pool.query<{ name: string }>(sql);
    return rows.map(({ name }) => name);
  };
  const { rows: operations } = await pool.query<{ id: string; state: string }>(
    "select id, state from operations",
  );
  const { deliveries } = await sandbox.webhooks();
  return {
    operations: new Map(operations.map(({ id, state }) => [id, state])),
    effects: [
      ...(await sandbox.allCards()).map((card) => `create ${card.externalCustomerId}`),
      ...(await names("select 'note ' || split_part(subject, ':', 2) as name from notes")),
      ...(await names("select 'report ' || id as name from report_requests")),
      ...(await names(
        "select 'file ' || request_id as name from report_files where completed_at is not null",
      )),
      ...(await names("select 'capture ' || request_id as name from report_captures where state = 'done'")),
      ...(await names("select 'notice ' || href as name from notifications where kind = 'report-captured'")),
    ],
    webhooks: new Set(
      await names("select event_id as name from webhook_deliveries where verdict = 'accepted'"),
    ),
    deliveredWebhooks: deliveries.filter(({ deliveredAt }) => deliveredAt !== null).map(({ id }) => id),
    unfinished: [
      ...(await names(
        "select action || ' ' || state || ' ' || id as name from operations where state in ('begun', 'unknown')",
      )),
      ...(await names(
        "select 'report ' || state || ' ' || coalesce(reason, '') as name from report_requests where state <> 'captured'",
      )),
      ...(await names(
        "select event_id as name from webhook_deliveries where verdict = 'accepted' and processed_at is null",
      )),
    ],
  };
}
