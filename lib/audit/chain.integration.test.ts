import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { tamperWithAudit } from "@/testing/tamper-with-audit";
import { appendAudit, type NewEntry } from "./append";
import { listAudit, listAuditActions } from "./read";
import { verifyChain } from "./verify";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
});
afterAll(() => db.close());
beforeEach(() => tamper("truncate audit; update audit_head set seq = 0, hash = ''"));

const entry: NewEntry = { phase: "event", action: "card.freeze", outcome: "succeeded" };

function write(overrides: Partial<NewEntry> = {}): Promise<number> {
  return inTransaction(db.pool, (client) => appendAudit(client, { ...entry, ...overrides }));
}

const tamper = (sql: string) => tamperWithAudit(db.pool, sql);

async function writeMany(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await write({ target: `card-${number}` });
}

describe("the audit chain", () => {
  it("is intact and has no gaps after 100 concurrent writes", async () => {
    const numbers = await Promise.all(
      Array.from({ length: 100 }, (_, number) => write({ target: `card-${number}` })),
    );
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(await verifyChain(db.pool)).toMatchObject({ isUnbroken: true, rows: 100 });
  });

  it("has no gap after a rollback", async () => {
    await write();
    await expect(
      inTransaction(db.pool, async (client) => {
        await appendAudit(client, entry);
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await write()).toBe(2);
    expect(await verifyChain(db.pool)).toMatchObject({ isUnbroken: true, rows: 2 });
  });

  it.each(["update audit set body = body", "delete from audit", "truncate audit"])(
    "rejects: %s",
    async (sql) => {
      await write();
      await expect(db.pool.query(sql)).rejects.toThrow("append-only");
    },
  );

  it("reports the first row that was edited, removed or swapped", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom("edit", "remove", "swap", "truncate"),
        async (row, attack) => {
          await tamper("truncate audit; update audit_head set seq = 0, hash = ''");
          await writeMany(13);
          await tamper(ATTACKS[attack](row));
          expect(await verifyChain(db.pool)).toMatchObject({
            isUnbroken: false,
            brokenAt: attack === "truncate" ? row + 1 : row,
          });
        },
      ),
      { numRuns: 24 },
    );
  });

  it("detects that the last row and its number in the head were removed", async () => {
    await writeMany(3);
    await tamper("delete from audit where seq = 3; update audit_head set seq = 2");
    expect(await verifyChain(db.pool)).toMatchObject({ isUnbroken: false });
  });

  it("detects a row after the end", async () => {
    await writeMany(3);
    await tamper("insert into audit (seq, body, hash) select 4, body, hash from audit where seq = 3");
    expect(await verifyChain(db.pool)).toMatchObject({ isUnbroken: false, brokenAt: 4 });
  });

  it("never contains cardholder data, at any depth", async () => {
    const kyc = { firstName: "Ada", residentialAddress: { line1: "12 St James Square", country: "GBR" } };
    await write({ input: { kyc, meta: { id: "cust_1", email: "ada@example.com" }, password: "hunter2" } });
    const { rows } = await db.pool.query<{ body: string }>("select body from audit");
    const body = rows[0]?.body ?? "";
    for (const secret of ["Ada", "St James", "ada@example.com", "hunter2"])
      expect(body).not.toContain(secret);
    expect(body).toContain("cust_1");
    expect(body).toContain("GBR");
  });
});

const ATTACKS: Record<"edit" | "remove" | "swap" | "truncate", (row: number) => string> = {
  edit: (row) => `update audit set body = replace(body, 'card.freeze', 'card.thawed') where seq = ${row}`,
  remove: (row) => `delete from audit where seq = ${row}`,
  swap: (row) =>
    `update audit a set body = b.body, hash = b.hash from audit b
     where (a.seq = ${row} and b.seq = ${row + 1}) or (a.seq = ${row + 1} and b.seq = ${row})`,
  truncate: (row) => `delete from audit where seq > ${row}`,
};

describe("reading the log", () => {
  it("pages through the matching entries, newest first, each once", async () => {
    const actor = { id: "p1", name: "Mina", role: "support" as const };
    for (let number = 0; number < 25; number += 1) {
      await write({
        actor: number % 2 ? actor : null,
        action: number % 5 ? "card.freeze" : "card.block",
        target: `card-${number % 3}`,
      });
    }
    const seen: number[] = [];
    let before: number | undefined;
    do {
      const page = await listAudit({ actorId: "p1", action: "card.freeze" }, { before, limit: 4 });
      seen.push(...page.rows.map(({ seq }) => seq));
      before = page.olderThan ?? undefined;
    } while (before !== undefined);
    const expected = Array.from({ length: 25 }, (_, number) => number).filter(
      (number) => number % 2 && number % 5,
    );
    expect(seen).toEqual(expected.map((number) => number + 1).reverse());
    expect(await listAuditActions()).toEqual(["card.block", "card.freeze"]);
  });

  it("lists only the finish entry of an action", async () => {
    await write({ phase: "begin", outcome: "begun", operationId: "op" });
    await write({ phase: "finish", operationId: "op" });
    expect((await listAudit({}, { limit: 10 })).rows.map(({ phase }) => phase)).toEqual(["finish"]);
  });

  it("filters by UTC days, both included", async () => {
    const days = [
      "2026-03-01T23:59:59Z",
      "2026-03-02T00:00:00Z",
      "2026-03-03T23:59:59Z",
      "2026-03-04T00:00:00Z",
    ];
    for (const day of days) await write({ atMs: Date.parse(day) });
    const { rows } = await listAudit({ from: "2026-03-02", to: "2026-03-03" }, { limit: 10 });
    expect(rows.map(({ seq }) => seq)).toEqual([3, 2]);
  });

  it("finds entries that were written with a wrong clock among other days", async () => {
    const written = [
      "2026-03-01T12:00:00Z",
      "2026-03-03T09:00:00Z",
      "2026-03-02T20:00:00Z",
      "2026-03-04T08:00:00Z",
      "2026-03-03T15:00:00Z",
      "2026-03-05T12:00:00Z",
    ];
    for (const at of written) await write({ atMs: Date.parse(at) });
    const days = async (from: IsoDate | undefined, to: IsoDate | undefined) =>
      (await listAudit({ from, to }, { limit: 10 })).rows.map(({ seq }) => seq);
    expect(await days("2026-03-03", "2026-03-03")).toEqual([5, 2]);
    expect(await days("2026-03-04", undefined)).toEqual([6, 4]);
    expect(await days(undefined, "2026-03-02")).toEqual([3, 1]);
    expect(await days("2026-03-06", undefined)).toEqual([]);
    expect(await days(undefined, "2026-02-28")).toEqual([]);
  });
});
