import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reencryptFor, reencryptJob } from "@/lib/jobs/reencrypt-job";
import type { Database } from "@/lib/postgres/database";
import { processWide } from "@/lib/process-wide";
import { openTestDashboard, useSecrets } from "@/testing/dashboard-database";
import { reencryptBatch, sealState } from "./reencrypt-columns";
import {
  currentPrefixes,
  rowContext,
  seal,
  sealBytes,
  sealText,
  unseal,
  unsealBytes,
  unsealText,
} from "./seal";
import type { SealedColumn } from "./sealed-columns";

const OLD = "the old secret, long enough to be one too";
const NEW = "the new secret, long enough to be one as well";
const OTHER = "a secret of neither, long enough to be one as well";
const ROWS = 450;
const ADA = "00000000-0000-4000-8000-000000000001";

const LETTERS: SealedColumn = {
  table: "letters",
  column: "body",
  key: { id: "bigint" },
  boundTo: ["id"],
  kind: "text",
};
const PIECES: SealedColumn = {
  table: "pieces",
  column: "content",
  key: { file: "uuid", number: "integer" },
  boundTo: ["file", "number"],
  kind: "bytes",
};

let db: Database;
beforeAll(async () => {
  db = await openTestDashboard();
  await db.pool.query(`
    create table letters (id bigint primary key, body text);
    create table pieces (file uuid, number integer, content bytea not null, primary key (file, number));
    insert into people (id, email, name, role) values ('${ADA}', 'ada@cardwell.test', 'Ada', 'admin');
  `);
});
afterAll(() => db.close());
beforeEach(async () => {
  useSecrets(OLD);
  await db.pool.query("truncate letters, pieces, drafts, operations, seal_walks");
});

/** Returns the lines that are logged in the meantime, without their time. */
async function captureLog(work: () => Promise<void>): Promise<object[]> {
  const slot = processWide<pino.Logger>("log");
  const original = slot.current;
  const lines: object[] = [];
  slot.current = pino(
    { base: null, timestamp: false },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  try {
    await work();
  } finally {
    slot.current = original;
  }
  return lines;
}

async function reencryptColumn(column: SealedColumn): Promise<number> {
  let steps = 0;
  while (await reencryptBatch(db.pool, column, 3600)) steps += 1;
  return steps;
}

async function letters(): Promise<(string | null)[]> {
  const { rows } = await db.pool.query<{ body: string | null }>("select body from letters order by id");
  return rows.map(({ body }) => body);
}

describe("a text column that was in plain text", () => {
  beforeEach(() =>
    db.pool.query(
      "insert into letters select n, case when n % 50 <> 0 then 'letter ' || n end from generate_series(1, $1::int) as n",
      [ROWS],
    ),
  );

  it("is encrypted row by row, bound to its rows, without loss", async () => {
    await reencryptColumn(LETTERS);
    const bodies = await letters();
    expect(bodies.filter((body) => body !== null && !body.startsWith(currentPrefixes().text))).toEqual([]);
    expect(
      bodies.map((body, index) => body && unsealText(body, rowContext("letters.body", index + 1))),
    ).toEqual(Array.from({ length: ROWS }, (_, index) => ((index + 1) % 50 ? `letter ${index + 1}` : null)));
  });

  it("continues where a process stopped, and finds nothing to do afterward", async () => {
    await reencryptBatch(db.pool, LETTERS, 3600);
    const first = await letters();
    expect(first[0]).toMatch(/^sealed/);
    expect(first.at(-2)).toBe(`letter ${ROWS - 1}`);
    await reencryptColumn(LETTERS);
    expect((await letters())[0]).toBe(first[0]);
    expect(await reencryptColumn(LETTERS)).toBe(0);
  });
});

describe("after a rotation", () => {
  it("files are encrypted again, and the previous secret is no longer needed", async () => {
    const content = Buffer.from("a row of a report");
    for (let number = 0; number < 90; number++) {
      const sealed = number % 2 ? sealBytes(content, rowContext("pieces.content", ADA, number)) : content;
      await db.pool.query("insert into pieces values ($1, $2, $3)", [ADA, number, sealed]);
    }
    useSecrets(NEW, [OLD]);
    await reencryptColumn(PIECES);
    useSecrets(NEW);
    const { rows } = await db.pool.query<{ number: number; content: Buffer }>(
      "select number, content from pieces",
    );
    for (const row of rows) {
      expect(unsealBytes(row.content, rowContext("pieces.content", ADA, row.number))).toEqual(content);
      expect(row.content.includes("report")).toBe(false);
    }
  });

  it("a value written in the meantime with the previous secret is found by the next pass", async () => {
    await db.pool.query("insert into letters select n, 'letter ' || n from generate_series(1, 300) as n");
    useSecrets(NEW, [OLD]);
    await reencryptBatch(db.pool, LETTERS, 3600);
    useSecrets(OLD);
    const lateValue = sealText("late", rowContext("letters.body", 1));
    await db.pool.query("update letters set body = $1 where id = 1", [lateValue]);
    useSecrets(NEW, [OLD]);
    await reencryptColumn(LETTERS);
    expect((await letters())[0]).toMatch(currentPrefixes().text);
  });

  it("the job encrypts drafts and evidence again, and logs when the previous secret can be removed", async () => {
    await db.pool.query("insert into drafts (id, person_id, operation_id, sealed) values ($1, $1, $1, $2)", [
      ADA,
      seal({ typed: 1 }, rowContext("drafts.sealed", ADA)),
    ]);
    await db.pool.query(
      `insert into operations (id, person_id, action, input_hash, state, evidence)
       values ($1, $1, 'card.create', '', 'unknown', $2)`,
      [ADA, seal({ input: 1 })],
    );
    useSecrets(NEW, [OLD]);
    expect(await sealState(db.pool)).toEqual({ isComplete: false, unreadable: 0 });
    await reencryptJob.run({});
    expect(await sealState(db.pool)).toEqual({ isComplete: true, unreadable: 0 });

    useSecrets(NEW);
    const { rows } = await db.pool.query<{ sealed: string; evidence: string }>(
      "select sealed, evidence from drafts join operations on operations.id = drafts.id",
    );
    expect(unseal(rows[0]?.sealed ?? "", rowContext("drafts.sealed", ADA))).toEqual({ typed: 1 });
    expect(unseal(rows[0]?.evidence ?? "")).toEqual({ input: 1 });
  });

  it("values that no secret can decrypt are kept unchanged and counted", async () => {
    const sealed = seal({ typed: 1 }, rowContext("drafts.sealed", ADA));
    await db.pool.query("insert into drafts (id, person_id, operation_id, sealed) values ($1, $1, $1, $2)", [
      ADA,
      sealed,
    ]);
    useSecrets(NEW);
    await reencryptJob.run({});
    expect(await sealState(db.pool)).toEqual({ isComplete: true, unreadable: 1 });
    const { rows } = await db.pool.query<{ sealed: string }>("select sealed from drafts");
    expect(rows[0]?.sealed).toBe(sealed);
  });

  it("the log warns of undecryptable values and doesn't suggest removing a secret", async () => {
    await db.pool.query("insert into drafts (id, person_id, operation_id, sealed) values ($1, $1, $1, $2)", [
      ADA,
      seal({ typed: 1 }, rowContext("drafts.sealed", ADA)),
    ]);
    useSecrets(NEW, [OTHER]);
    expect(await captureLog(() => reencryptJob.run({}))).toEqual([
      {
        level: 40,
        unreadable: 1,
        msg: "Some stored values can't be decrypted: keep NEXTAUTH_SECRET_PREVIOUS and add the secret they were encrypted with",
      },
    ]);
  });

  it("the log says when everything is done, even if the run's time is over just then", async () => {
    useSecrets(NEW, [OLD]);
    const lines = await captureLog(async () => {
      while (!(await sealState(db.pool)).isComplete) await reencryptFor(0);
    });
    expect(lines).toEqual([
      {
        level: 30,
        msg: "All stored data is encrypted with the current secret: Settings, Connection says when NEXTAUTH_SECRET_PREVIOUS can be removed",
      },
    ]);
  });
});
