import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { tamperWithAudit } from "@/testing/tamper-with-audit";
import { appendAudit, chainHash } from "./append";
import { readVerification, restartVerification, verifyRound } from "./verification";
import { verifyChain } from "./verify";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());
beforeEach(async () => {
  await tamper("truncate audit; update audit_head set seq = 0, hash = ''");
  await db.pool.query("delete from audit_verification; insert into audit_verification default values");
  await write(10);
});

async function write(rows: number): Promise<void> {
  for (let row = 0; row < rows; row += 1)
    await inTransaction(db.pool, (client) =>
      appendAudit(client, {
        phase: "event",
        action: "card.freeze",
        outcome: "succeeded",
        target: `card-${row}`,
      }),
    );
}

const tamper = (sql: string) => tamperWithAudit(db.pool, sql);

const edit = (row: number) =>
  tamper(`update audit set body = replace(body, 'card.freeze', 'card.thawed') where seq = ${row}`);

async function verifyAll(rowsPerRound?: number): Promise<number> {
  let rounds = 1;
  while (await verifyRound(db.pool, rowsPerRound)) rounds += 1;
  return rounds;
}

/** A pool that runs the interruption after the query with this number. */
function interrupted(number: number, interruption: () => Promise<void>): pg.Pool {
  let queries = 0;
  const query = async (text: string, values?: unknown[]) => {
    const result = await db.pool.query(text, values);
    queries += 1;
    if (queries === number) await interruption();
    return result;
  };
  return Object.assign(Object.create(db.pool), { query });
}

async function countReportedBreaks(): Promise<number> {
  const { rows } = await db.pool.query("select 1 from audit where body like '%audit.broken%'");
  return rows.length;
}

const state = () => readVerification(db.pool);

describe("verification of the audit log", () => {
  it("reports the last verified row, the time, and the number of newer rows", async () => {
    expect(await state()).toMatchObject({ rows: 0, newerRows: 10, checkedAt: null, why: null });
    await verifyAll();
    expect(await state()).toMatchObject({ rows: 10, newerRows: 0, checkedAt: expect.any(String), why: null });
    await write(2);
    expect(await state()).toMatchObject({ rows: 10, newerRows: 2 });
  });

  it("continues from its checkpoint in rounds of limited size", async () => {
    // Ten rows in rounds of four, and the same ten rows in the first full pass.
    expect(await verifyAll(4)).toBe(5);
    await write(1);
    expect(await verifyAll(4)).toBe(1);
    expect(await state()).toMatchObject({
      rows: 11,
      isFullCheckRunning: false,
      fullyCheckedAt: expect.any(String),
    });
  });

  it("reports a changed row after the checkpoint until it is repaired", async () => {
    await verifyAll();
    await write(5);
    await edit(13);
    for (let round = 0; round < 2; round += 1) {
      await verifyAll();
      expect(await state()).toMatchObject({ rows: 12, why: "Entry 13 was changed after it was written." });
    }
    await tamper(`update audit set body = replace(body, 'card.thawed', 'card.freeze') where seq = 13`);
    await verifyAll();
    expect((await state()).why).toBeNull();
    const { rows } = await db.pool.query("select action from audit where action = 'audit.broken'");
    expect(rows).toHaveLength(1);
  });

  it("finds a changed row before the checkpoint in the daily full pass", async () => {
    await verifyAll();
    await edit(3);
    await verifyAll();
    expect((await state()).why).toBeNull();
    await db.pool.query("update audit_verification set whole_at = now() - interval '25 hours'");
    await verifyAll(4);
    expect(await state()).toMatchObject({ rows: 2, why: "Entry 3 was changed after it was written." });
  });

  it("starts over on request", async () => {
    await verifyAll();
    await edit(9);
    await restartVerification(db.pool);
    expect(await state()).toMatchObject({ isFullCheckRunning: true });
    await verifyAll(4);
    expect(await state()).toMatchObject({ rows: 8, why: "Entry 9 was changed after it was written." });
  });

  it("detects a completely rewritten chain by the last verified row", async () => {
    await verifyAll();
    const { rows } = await db.pool.query<{ seq: string; body: string }>(
      "select seq, body from audit order by seq",
    );
    let hash = "";
    for (const { seq, body } of rows) {
      const forged = body.replace("card.freeze", "card.thawed");
      hash = chainHash(hash, Number(seq), forged);
      await tamper(`update audit set body = '${forged}', hash = '${hash}' where seq = ${seq}`);
    }
    await tamper(`update audit_head set hash = '${hash}'`);
    await verifyAll();
    expect(await state()).toMatchObject({ why: "Entry 10 is not the entry that was verified earlier." });
    expect(await verifyChain(db.pool)).toMatchObject({ isUnbroken: false, brokenAt: 10 });
  });

  it("detects that the chain and its head were truncated", async () => {
    await verifyAll();
    await tamper(
      `delete from audit where seq > 7;
       update audit_head set seq = 7, hash = (select hash from audit where seq = 7)`,
    );
    expect(await verifyChain(db.pool)).toMatchObject({ isUnbroken: false, brokenAt: 8 });
    for (let round = 0; round < 5; round += 1) {
      await verifyAll();
      expect((await state()).why).toBe("Entry 8 was verified earlier, but the chain now ends before it.");
      await write(1);
    }
  });

  it("detects a checkpoint that was moved", async () => {
    await verifyAll();
    await db.pool.query("update audit_verification set seq = 6");
    await verifyAll();
    expect((await state()).why).toBe("Entry 6 is not the entry that was verified earlier.");
  });

  // A job of another instance, or a person, can run between any two queries.
  const QUERIES_PER_ROUND = 6;
  for (let number = 1; number <= QUERIES_PER_ROUND; number += 1)
    describe(`interrupted after query ${number}`, () => {
      it("reports no break if another round advances the checkpoint", async () => {
        const advance = async () => {
          await write(5);
          await verifyAll();
        };
        expect(await verifyChain(interrupted(number, advance))).toMatchObject({ isUnbroken: true, rows: 10 });
        await verifyRound(interrupted(number, advance));
        await verifyAll();
        expect((await state()).why).toBeNull();
        expect(await countReportedBreaks()).toBe(0);
      });

      it("keeps another round's finding and reports it once", async () => {
        await verifyAll();
        await write(5);
        await db.pool.query("update audit_verification set whole_at = now() - interval '25 hours'");
        await verifyRound(
          interrupted(number, async () => {
            await edit(13);
            await restartVerification(db.pool);
            await verifyAll();
          }),
        );
        await verifyAll();
        expect(await state()).toMatchObject({ rows: 12, why: "Entry 13 was changed after it was written." });
        expect(await countReportedBreaks()).toBe(1);
      });

      it("keeps a request to start over", async () => {
        await verifyAll();
        await db.pool.query("update audit_verification set whole_at = now() - interval '25 hours'");
        await verifyRound(
          interrupted(number, async () => {
            await edit(3);
            await restartVerification(db.pool);
          }),
        );
        await verifyAll();
        expect((await state()).why).toBe("Entry 3 was changed after it was written.");
      });
    });
});
