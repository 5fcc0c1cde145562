import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { verifyChain } from "@/lib/audit/verify";
import { MIGRATIONS } from "@/lib/db/migrations";
import { migrate } from "@/lib/postgres/migrate";
import { inTransaction, openDatabase } from "@/lib/postgres/open-database";
import { draw, drawBetween, seededRandom } from "@/sandbox/scenarios/random";
import { startPostgres } from "@/scripts/embedded-postgres";
import { defineClaim } from "./claim";
import { type Engine, enginesOf } from "./world";

const ROWS = 200;
const ATTEMPTS = 500;
const VERIFIED_ROWS = 150;
/** Tails that are cut together with the recorded end of the chain. */
const CUTS = 20;

type Tampering = (pick: () => number) => [sql: string, values: unknown[]];

/** Each is applied to a random row of a whole chain and rolled back after the check. */
const TAMPERINGS: Record<string, Tampering> = {
  edited: (pick) => [
    "update audit set body = replace(body, 'card.freeze', 'card.block') where seq = $1",
    [pick()],
  ],
  "edited by one space": (pick) => ["update audit set body = body || ' ' where seq = $1", [pick()]],
  rehashed: (pick) => ["update audit set hash = md5(hash) || md5(body) where seq = $1", [pick()]],
  removed: (pick) => ["delete from audit where seq = $1", [pick()]],
  swapped: (pick) => {
    const seq = pick();
    const other = (seq % ROWS) + 1;
    return [
      `update audit set body = other.body, hash = other.hash
       from audit other where (audit.seq, other.seq) in (($1, $2), ($2, $1))`,
      [seq, other],
    ];
  },
  "cut at the tail": (pick) => ["delete from audit where seq >= $1", [pick()]],
  "end moved back": (pick) => [
    "update audit_head set seq = before.seq, hash = before.hash from audit before where before.seq = $1",
    [Math.max(1, pick() - 1)],
  ],
  "end's hash changed": () => ["update audit_head set hash = md5(hash) || md5(hash)", []],
  "cut before the last verification, end and all": (pick) => cutWithEnd(Math.min(pick(), VERIFIED_ROWS)),
};

/** Leaves a whole, shorter chain: the recorded end is rewritten too. */
function cutWithEnd(seq: number): [sql: string, values: unknown[]] {
  return [
    `with cut as (delete from audit where seq >= $1)
     update audit_head set seq = $1 - 1, hash = coalesce((select hash from audit where seq = $1 - 1), '')`,
    [seq],
  ];
}

export const tampering = defineClaim({
  name: "tampering",
  covers: {},
  table: "input",
  claim: "Audit rows edited, removed, swapped, cut at the tail, by someone who can't rewrite its end too",
  how: `500 random changes of ${Object.keys(TAMPERINGS).length} kinds to a chain of ${ROWS} rows, ${VERIFIED_ROWS} of them verified before, with its trigger disabled, on PGlite and on PostgreSQL; after each, the whole chain is verified. Rows after the last verification that are cut together with the recorded end of the chain leave a whole chain: only a hash kept elsewhere, such as in an export, shows that. They are tried and counted, but not claimed`,
  goal: "every one detected, but for a tail cut with its end",
  async run({ isShort, seed }) {
    const attempts = isShort ? 20 : ATTEMPTS;
    const figures: string[] = [];
    let isMet = true;
    for (const engine of enginesOf(isShort)) {
      const { detected, kinds, unclaimed } = await withChain(engine, (pool) =>
        countDetected(pool, attempts, seed),
      );
      figures.push(
        `${engine}: ${detected} of ${attempts} of ${kinds} kinds detected; of ${CUTS} tails cut with their end, ${unclaimed}`,
      );
      isMet &&= detected === attempts && (isShort || kinds === Object.keys(TAMPERINGS).length);
    }
    return { figure: figures.join("; "), isMet, seed };
  },
});

async function withChain<Value>(engine: Engine, use: (pool: pg.Pool) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), "cardwell-proof-"));
  const postgres = engine === "PostgreSQL" ? await startPostgres() : null;
  const database = await openDatabase(postgres ? { url: postgres.url } : { folder: join(folder, "data") });
  try {
    await migrate(database.pool, MIGRATIONS);
    for (let row = 0; row < ROWS; row += 1) {
      const entry = { phase: "event", action: "card.freeze", outcome: "succeeded", actor: null } as const;
      await inTransaction(database.pool, (client) =>
        appendAudit(client, { ...entry, target: `card-${row}` }),
      );
    }
    return await use(database.pool);
  } finally {
    await database.close();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function countDetected(pool: pg.Pool, attempts: number, seed: number) {
  const random = seededRandom(seed, 2);
  await pool.query(
    `update audit_verification v set seq = a.seq, hash = a.hash from audit a where a.seq = ${VERIFIED_ROWS}`,
  );
  if (!(await verifyChain(pool)).isUnbroken) throw new Error("The chain is broken before any change");
  await pool.query("alter table audit disable trigger all");
  const pick = () => drawBetween(random, 1, ROWS);
  const kinds = new Set<string>();
  let detected = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [kind, tamper] = draw(random, Object.entries(TAMPERINGS));
    kinds.add(kind);
    if (await isDetected(pool, tamper(pick))) detected += 1;
  }
  let unclaimed = 0;
  for (let cut = 0; cut < CUTS; cut += 1)
    if (await isDetected(pool, cutWithEnd(drawBetween(random, VERIFIED_ROWS + 1, ROWS)))) unclaimed += 1;
  return { detected, kinds: kinds.size, unclaimed };
}

/** The chain is read inside the transaction, which is then rolled back. */
async function isDetected(pool: pg.Pool, change: ReturnType<Tampering>): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rowCount } = await client.query(...change);
    if (!rowCount) throw new Error(`Nothing was changed by ${change[0]}`);
    const { isUnbroken } = await verifyChain(client as unknown as pg.Pool);
    await client.query("rollback");
    return !isUnbroken;
  } finally {
    client.release();
  }
}
