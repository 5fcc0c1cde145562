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
};

export const tampering = defineClaim({
  name: "tampering",
  table: "input",
  claim: "Audit rows edited, removed, swapped, cut at the tail",
  how: `500 random changes of six kinds to a chain of ${ROWS} rows, with its trigger disabled, on PGlite and on PostgreSQL; after each, the whole chain is verified`,
  goal: "every one detected",
  async run({ isShort, seed }) {
    const attempts = isShort ? 20 : ATTEMPTS;
    const figures: string[] = [];
    let isMet = true;
    for (const engine of enginesOf(isShort)) {
      const detected = await withChain(engine, (pool) => countDetected(pool, attempts, seed));
      figures.push(`${engine}: ${detected} of ${attempts} detected`);
      isMet &&= detected === attempts;
    }
    return { figure: figures.join("; "), isMet, seed };
  },
});

async function withChain(engine: Engine, use: (pool: pg.Pool) => Promise<number>): Promise<number> {
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

async function countDetected(pool: pg.Pool, attempts: number, seed: number): Promise<number> {
  const random = seededRandom(seed, 2);
  if (!(await verifyChain(pool)).isUnbroken) throw new Error("The chain is broken before any change");
  await pool.query("alter table audit disable trigger all");
  let detected = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const tamper = draw(random, Object.values(TAMPERINGS));
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query(...tamper(() => drawBetween(random, 1, ROWS)));
      // The chain is read inside the transaction, which is then rolled back.
      if (!(await verifyChain(client as unknown as pg.Pool)).isUnbroken) detected += 1;
      await client.query("rollback");
    } finally {
      client.release();
    }
  }
  return detected;
}
