import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { CardDesign } from "@/lib/contract/card-design";
import type { CreateCardRequest } from "@/lib/contract/create-card";
import type { IssueSummary } from "@/lib/domain/runs/issue-summary";
import { HAS_CARD, type IssueWarning } from "@/lib/domain/runs/issue-warnings";
import { deleteOldPlans } from "@/lib/runs/delete-old-plans";
import { sealRunTexts } from "@/lib/runs/sealed-run-text";
import { isRetried } from "./issue-claims";
import { type KeptRow, lockRows, readRequest } from "./issue-rows";
import { sealWarnings } from "./issue-warnings";

export type NewIssueRun = {
  id: string;
  scope: string;
  personId: string;
  address: string | null;
  /** The run whose failed rows it tries again. */
  retryOf?: string;
};

export type IssuePlan = {
  count: number;
  designs: ReadonlyMap<string, CardDesign>;
  warnings: readonly IssueWarning[];
  /** The plan that this one replaces, and its rows that were not changed. */
  replaced?: { runId: string; kept: readonly KeptRow[] } | null;
};

const ROWS_PER_READ = 500;

/**
 * Makes a run of the first `count` rows that were sent for it. A row that another run has issued, or is about to, is
 * skipped: sending the same file again issues nothing.
 * @returns null if not all rows have arrived or can be read, or the run exists already
 */
export async function planIssueRun(
  client: pg.ClientBase,
  run: NewIssueRun,
  { count, designs, warnings, replaced = null }: IssuePlan,
): Promise<IssueSummary | null> {
  await lockRows(client, run.id);
  const existing = await client.query("select from runs where id = $1", [run.id]);
  if (existing.rowCount) return null;
  await client.query("delete from issue_rows where run_id = $1 and person_id = $2 and position > $3", [
    run.id,
    run.personId,
    count,
  ]);
  const { rows: found } = await client.query<{ arrived: number }>(
    "select count(*)::int as arrived from issue_rows where run_id = $1 and person_id = $2",
    [run.id, run.personId],
  );
  if (found[0]?.arrived !== count) return null;
  if (replaced) await keepSources(client, run.id, replaced);
  // Not an update with a join: for new rows, PostgreSQL would compare each with each.
  await client.query(
    `insert into issue_rows as i (run_id, position, person_id, number, identity, source, has_card, occurrence,
       source_occurrence, folded_identity_occurrence, folded_source_occurrence)
     select run_id, position, person_id, number, identity, source, has_card,
            row_number() over (partition by identity order by position),
            row_number() over (partition by source order by position),
            row_number() over (partition by folded_identity order by position),
            row_number() over (partition by folded_source order by position)
     from issue_rows where run_id = $1
     on conflict (run_id, position) do update
       set occurrence = excluded.occurrence, source_occurrence = excluded.source_occurrence,
           folded_identity_occurrence = excluded.folded_identity_occurrence,
           folded_source_occurrence = excluded.folded_source_occurrence
       where i.occurrence is null`,
    [run.id],
  );
  const { scope } = sealRunTexts({ ...run, reason: null });
  const inserted = await client.query(
    `insert into runs (id, kind, scope, person_id, address, read_at, retry_of)
     values ($1, 'issue', $2, $3, $4, now(), $5) on conflict (id) do nothing`,
    [run.id, scope, run.personId, run.address, run.retryOf ?? null],
  );
  if (!inserted.rowCount) return null;
  await client.query(
    `insert into run_items (run_id, position, state, reason, operation_id)
     select i.run_id, i.position, case when taken.is then 'skipped' else 'waiting' end,
            case when taken.is then 'issued-before' end, t.operation_id
     from unnest($2::uuid[]) with ordinality as t (operation_id, position)
     join issue_rows i on i.run_id = $1 and i.position = t.position
     cross join lateral (
       select ${isTaken("identity", "occurrence")} or ${isTaken("source", "source_occurrence")}
         or ${isTaken("folded_identity", "folded_identity_occurrence")}
         or ${isTaken("folded_source", "folded_source_occurrence")} as is
     ) taken`,
    [run.id, Array.from({ length: count }, () => randomUUID())],
  );
  const planned = await summarize(client, run.id, designs);
  if (!planned) {
    await client.query("delete from runs where id = $1", [run.id]);
    return null;
  }
  const { summary, waiting, withCard } = planned;
  const shown: IssueWarning[] = [...warnings, { text: HAS_CARD, rows: withCard }]
    .map((warning) => ({ ...warning, rows: warning.rows.filter((row) => waiting.has(row)) }))
    .filter(({ rows }) => rows.length > 0);
  await client.query("update runs set summary = $2, warnings = $3 where id = $1", [
    run.id,
    JSON.stringify(summary),
    shown.length > 0 ? sealWarnings(run.id, shown) : null,
  ]);
  await deleteOldPlans(client, run.personId);
  return summary;
}

/** A row that was read again has the values for all rows among its own; the file that it came from is still the same. */
async function keepSources(
  client: pg.ClientBase,
  runId: string,
  { runId: replaces, kept }: NonNullable<IssuePlan["replaced"]>,
): Promise<void> {
  // Of new rows PostgreSQL expects one, and would compare each with each.
  await client.query("set local enable_nestloop = off");
  await client.query(
    `update issue_rows n set source = o.source, folded_source = o.folded_source
     from unnest($3::int[], $4::int[]) as t (position, before)
     join issue_rows o on o.run_id = $2 and o.position = t.before
     where n.run_id = $1 and n.position = t.position`,
    [runId, replaces, kept.map(({ position }) => position), kept.map(({ before }) => before)],
  );
  await client.query("set local enable_nestloop = on");
}

async function summarize(
  client: pg.ClientBase,
  runId: string,
  designs: ReadonlyMap<string, CardDesign>,
): Promise<{ summary: IssueSummary; waiting: ReadonlySet<number>; withCard: number[] } | null> {
  const waiting = new Set<number>();
  const withCard: number[] = [];
  const defaultName = [...designs.values()].find((design) => design.default)?.name ?? "Default design";
  const customers = new Set<string>();
  const cardsOf = new Map<string, number>();
  const counts = { consumers: 0, businesses: 0, virtual: 0, physical: 0 };
  let totalCents = 0;
  let highestLimit = 0;
  for await (const { number, request, hasCard } of readWaitingRows(client, runId)) {
    // What can't be read can't be approved either.
    if (!request) return null;
    waiting.add(number);
    if (hasCard) withCard.push(number);
    customers.add(request.meta.id);
    counts[request.customerType === "Consumer" ? "consumers" : "businesses"] += 1;
    counts[request.cardType === "virtual" ? "virtual" : "physical"] += 1;
    const { cardDesign } = request;
    const design = cardDesign ? (designs.get(cardDesign)?.name ?? cardDesign) : defaultName;
    cardsOf.set(design, (cardsOf.get(design) ?? 0) + 1);
    const limit = request.spendLimit ?? 0;
    totalCents += Math.round(limit * 100);
    highestLimit = Math.max(highestLimit, limit);
  }
  const summary = {
    ...counts,
    withCard: withCard.length,
    customers: customers.size,
    designs: [...cardsOf].map(([name, cards]) => ({ name, cards })).sort((a, b) => b.cards - a.cards),
    totalLimit: totalCents / 100,
    highestLimit,
  };
  return { summary, waiting, withCard };
}

type WaitingRow = { position: number; number: number; sealed: string | null; hasCard: boolean };

/** A few at a time, because they are large. */
async function* readWaitingRows(
  client: pg.ClientBase,
  runId: string,
): AsyncGenerator<{ number: number; request: CreateCardRequest | null; hasCard: boolean }> {
  let after = 0;
  for (;;) {
    const { rows } = await client.query<WaitingRow>(
      `select i.position, i.number, i.sealed, i.has_card as "hasCard"
       from issue_rows i join run_items r on r.run_id = i.run_id and r.position = i.position
       where i.run_id = $1 and i.position > $2 and r.state = 'waiting' order by i.position limit ${ROWS_PER_READ}`,
      [runId, after],
    );
    for (const { position, number, sealed, hasCard } of rows) {
      yield { number, request: readRequest(runId, position, sealed), hasCard };
      after = position;
    }
    if (rows.length < ROWS_PER_READ) return;
  }
}

/** SQL: another run has the row of `i`. One condition per key, so that each is looked up in the index. */
function isTaken(key: string, occurrence: string): string {
  return `exists (select from issue_claims c
    where c.key = i.${key} and c.occurrence = i.${occurrence} and not ${isRetried("c", "i.run_id")})`;
}
