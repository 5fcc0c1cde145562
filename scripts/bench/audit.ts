import { createHash } from "node:crypto";
import type pg from "pg";
import { findEntriesByReference } from "@/lib/audit/find-entries";
import { type AuditFilter, findAuditRows, listAudit, listAuditActions } from "@/lib/audit/read";
import { setDatabase } from "@/lib/db/database";
import { MIGRATIONS } from "@/lib/db/migrations";
import { formatCount } from "@/lib/domain/money/numbers";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import { migrate } from "@/lib/postgres/migrate";
import { openDatabase } from "@/lib/postgres/open-database";
import { startPostgres } from "@/scripts/embedded-postgres";
import { formatMs, measure, printTable } from "./measure";

// Measures filtered pages of an audit log with a year of entries.

const ROWS = Number(process.env.BENCH_AUDIT_ROWS ?? 1_000_000);
const ROUNDS = 60;
const LIMIT = 50;

const today = toIsoDate(new Date());
const daysAgo = (days: number) => addDays(today, -days);
const page = (filter: AuditFilter, before?: number) => () => listAudit(filter, { before, limit: LIMIT });

const QUERIES: Record<string, () => Promise<unknown>> = {
  newest: page({}),
  middle: page({}, ROWS / 2),
  "by person": page({ actorId: "person-3" }),
  "by action": page({ action: "card.block" }),
  "by card": page({ target: "card-4711" }),
  "by 200 cards": page({
    about: {
      targets: Array.from({ length: 200 }, (_, index) => `card-${index * 7}`),
      actors: [],
      entries: [],
    },
  }),
  "of or by one person": page({ about: { targets: ["person-3"], actors: ["person-3"], entries: [] } }),
  "by a card that does not exist": page({ target: "card-none" }),
  "by a rare outcome": page({ outcome: "unknown" }),
  "an old day": page({ from: daysAgo(300), to: daysAgo(300) }),
  "an old month, by person": page({ actorId: "person-3", from: daysAgo(330), to: daysAgo(300) }),
  "an old month, by a rare outcome": page({ outcome: "unknown", from: daysAgo(330), to: daysAgo(300) }),
  "an old day, by a rare outcome": page({ outcome: "unknown", from: daysAgo(300), to: daysAgo(300) }),
  "an old day, by card": page({ target: "card-4711", from: daysAgo(300), to: daysAgo(300) }),
  "by person, action and a rare outcome": page({
    actorId: "person-3",
    action: "card.block",
    outcome: "unknown",
  }),
  "by a person who does not exist": page({ actorId: "person-none" }),
  "before the first entry": page({ to: daysAgo(500) }),
  "by an issuer request ID": () =>
    findEntriesByReference(
      createHash("md5")
        .update(`${ROWS / 2}`)
        .digest("hex"),
    ),
  "by a hash that does not exist": () => findEntriesByReference("f".repeat(64)),
  "one full entry": () => findAuditRows(ROWS / 2),
  "all actions": listAuditActions,
};

const postgres = await startPostgres({ postgresFlags: ["fsync=off", "max_wal_size=4GB"] });
try {
  const database = await openDatabase({ url: postgres.url });
  await migrate(database.pool, MIGRATIONS);
  setDatabase(database);
  await fill(database.pool);
  const rows: string[][] = [];
  for (const [name, runQuery] of Object.entries(QUERIES)) {
    const { median, p95 } = await measure(runQuery, ROUNDS, 5);
    rows.push([name, formatMs(median), formatMs(p95)]);
  }
  printTable(
    `Audit log on PostgreSQL: ${formatCount(ROWS)} rows, pages of ${LIMIT} (goal: p95 at most 60 ms)`,
    ["page", "p50", "p95"],
    rows,
  );
  await database.close();
} finally {
  await postgres.stop();
}

/** A year of actions with a begin and a finish row each; the hashes are fake because they aren't measured. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into audit (seq, body, hash)
     select n,
       jsonb_build_object(
         'atMs', floor(extract(epoch from now() - (($1 - n) * interval '365 days') / $1) * 1000),
         'phase', case n % 2 when 1 then 'begin' else 'finish' end,
         'operationId', 'operation-' || n / 2,
         'actor', jsonb_build_object('id', 'person-' || n / 2 % 20, 'name', 'Person ' || n / 2 % 20, 'role', 'support'),
         'action', (array['card.freeze', 'card.unfreeze', 'card.block', 'card.create', 'report.request', 'session.begin'])[1 + n / 2 % 6],
         'target', 'card-' || n * 7919 % 200000,
         'outcome', case when n % 2 = 1 then 'begun' when n % 5000 = 0 then 'unknown' when n % 50 = 0 then 'failed' else 'succeeded' end,
         'input', jsonb_build_object('cardId', 'card-' || n * 7919 % 200000, 'reason', repeat('x', 40)),
         'before', jsonb_build_object('status', 'ACTIVE'), 'after', jsonb_build_object('status', 'FROZEN'),
         'issuer', jsonb_build_object('status', 200, 'code', null, 'requestId', md5(n::text)),
         'message', null, 'durationMs', n % 900, 'address', '203.0.113.7'
       )::text,
       md5(n::text)
     from generate_series(1, $1::bigint) as n`,
    [ROWS],
  );
  await pool.query("update audit_head set seq = $1", [ROWS]);
  await pool.query("analyze audit");
}
