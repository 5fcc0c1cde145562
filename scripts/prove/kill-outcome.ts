import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { verifyChain } from "@/lib/audit/verify";
import type { Outcome } from "./claim";
import { type Ledger, retryOpen } from "./kill-load";
import type { World } from "./world";

/** An operation whose process died is resolved after about three timeouts and a minute. */
const SETTLE_MS = 240_000;
/** Short, so that operations of dead processes are resolved sooner. */
export const KILL_ENV = { CARD_API_TIMEOUT_MS: "2000", SANDBOX_REPORT_DELAY_MS: "200" };

/** Compares what was acknowledged with the issuer's cards and the database. Needs that no dashboard runs. */
export async function judge(
  world: World,
  ledger: Ledger,
  people: Parameters<typeof retryOpen>[1],
  seed: number,
): Promise<Outcome> {
  const { lost, doubled, unsettled, isChainWhole } = await settle(world, ledger, people);
  const acknowledged = ledger.intents.filter(({ isAcknowledged }) => isAcknowledged).length;
  const received = ledger.webhooks.filter(({ isAcknowledged }) => isAcknowledged).length;
  return {
    figure: `${acknowledged} actions and ${received} webhooks acknowledged: ${lost.length} lost, ${doubled.length} doubled, ${unsettled.length} left open; audit chain ${isChainWhole ? "whole" : "broken"}${describe([...lost, ...doubled, ...unsettled])}`,
    isMet: lost.length + doubled.length + unsettled.length === 0 && isChainWhole,
    seed,
  };
}

function describe(problems: string[]): string {
  return problems.length > 0 ? ` (${problems.slice(0, 5).join(", ")})` : "";
}

/** Sends lost answers again, and gives background work time to finish what the kills interrupted. */
async function settle(world: World, ledger: Ledger, people: Parameters<typeof retryOpen>[1]): Promise<Found> {
  for (const deadline = Date.now() + SETTLE_MS; ; ) {
    const dashboard = await world.start();
    let open = 0;
    for (let round = 0; round < 5; round += 1) {
      await sleep(3_000);
      open = await retryOpen(ledger, people);
    }
    await dashboard.stop();
    const found = await world.readDatabase((pool) => compare(pool, world, ledger));
    if (Date.now() > deadline || open + found.unsettled.length === 0) return found;
  }
}

type Found = { lost: string[]; doubled: string[]; unsettled: string[]; isChainWhole: boolean };

async function compare(pool: pg.Pool, { sandbox }: World, ledger: Ledger): Promise<Found> {
  const names = async (sql: string) => {
    const { rows } = await pool.query<{ name: string }>(sql);
    return rows.map(({ name }) => name);
  };
  const succeeded = await names("select id::text as name from operations where state = 'succeeded'");
  const effects = [
    ...(await sandbox.allCards()).map((card) => `create ${card.externalCustomerId}`),
    ...(await names("select 'note ' || split_part(subject, ':', 2) as name from notes")),
    ...(await names("select event_id as name from webhook_deliveries where verdict = 'accepted'")),
    // A report has exactly one complete file.
    ...(await names("select 'file ' || request_id as name from report_files where completed_at is not null")),
  ];
  const seen = new Set(effects);
  const intents = ledger.intents.filter(({ isAcknowledged }) => isAcknowledged);
  return {
    lost: [
      ...intents
        .filter(({ operationId }) => !succeeded.includes(operationId))
        .map(({ kind, operationId }) => `${kind} ${operationId} without its operation`),
      ...intents
        .filter(({ kind, subject }) => kind !== "report" && !seen.has(`${kind} ${subject}`))
        .map(({ kind, subject }) => `${kind} ${subject}`),
      ...ledger.webhooks
        .filter(({ id, isAcknowledged }) => isAcknowledged && !seen.has(id))
        .map(({ id }) => id),
    ],
    doubled: effects.filter((effect, index) => effects.indexOf(effect) !== index),
    unsettled: [
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
    isChainWhole: (await verifyChain(pool)).isUnbroken,
  };
}
