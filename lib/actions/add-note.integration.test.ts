import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE, seedDemoPeople } from "@/lib/auth/people";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import type { Database } from "@/lib/postgres/database";
import { listNotes } from "@/lib/queries/notes";
import { getSinceFreeze } from "@/lib/queries/since-freeze";
import { openTestDashboard } from "@/testing/dashboard-database";
import { indexCard } from "@/testing/indexed-samples";
import { signInAs } from "@/testing/sign-in-as";
import { addNote } from "./add-note";
import { dismissAttention } from "./dismiss-attention";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await signInAs("support");
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
});

describe("a note", () => {
  it("is stored only together with its outcome", async () => {
    const subject = `customer:${(await indexCard(db.pool)).customer}`;
    await db.pool.query(`
      create function refuse_finish() returns trigger language plpgsql as $$
        begin raise exception 'no outcome'; end $$;
      create trigger refuse_finish after insert on audit for each row when (new.phase = 'finish')
        execute function refuse_finish()`);
    try {
      await expect(addNote(randomUUID(), { subject, body: "Called back" })).rejects.toThrow("no outcome");
    } finally {
      await db.pool.query("drop trigger refuse_finish on audit; drop function refuse_finish()");
    }
    expect(await listNotes([subject])).toEqual([]);
  });

  it("is listed with its author, newest first, and only for its own subject", async () => {
    for (const id of ["one", "two"]) await indexCard(db.pool, { id, customer: "cust 1" });
    await addNote(randomUUID(), { subject: "card:one", body: "  Lost in a taxi " });
    await addNote(randomUUID(), { subject: "customer:cust 1", body: "Calls back at six" });
    await addNote(randomUUID(), { subject: "card:two", body: "Another card" });
    expect(await listNotes(["card:one", "customer:cust 1"])).toMatchObject([
      { subject: "customer:cust 1", body: "Calls back at six", person: DEMO_PEOPLE.support.name },
      { subject: "card:one", body: "Lost in a taxi", person: DEMO_PEOPLE.support.name },
    ]);
    expect(await listNotes([])).toEqual([]);
  });

  it("is stored once, however often it is sent", async () => {
    const operationId = randomUUID();
    await indexCard(db.pool, { id: "twice" });
    const send = () => addNote(operationId, { subject: "card:twice", body: "Sent again" });
    expect(await send()).toEqual(await send());
    expect(await listNotes(["card:twice"])).toHaveLength(1);
  });

  it("is audited with its subject but without its text", async () => {
    await indexCard(db.pool, { customer: "cust_7" });
    await addNote(randomUUID(), { subject: "customer:cust_7", body: "Secretly moved to Lisbon" });
    const { rows } = await db.pool.query(
      "select action, target, outcome from audit order by seq desc limit 1",
    );
    expect(rows[0]).toEqual({ action: "customer.note", target: "cust_7", outcome: "succeeded" });
    const all = await db.pool.query("select body from audit union all select result::text from operations");
    expect(JSON.stringify(all.rows)).not.toContain("Lisbon");
  });

  it("is stored without card numbers and security codes, and the response says that something was masked", async () => {
    for (const id of ["masked", "plain"]) await indexCard(db.pool, { id });
    const body = "Caller read out 4111 1111 1111 1111, CVV 123. Ticket 41111111-1111-4111-8111-111111111111";
    const result = await addNote(randomUUID(), { subject: "card:masked", body });
    expect(result).toMatchObject({ ok: true, data: { isMasked: true } });
    const [note] = await listNotes(["card:masked"]);
    expect(note?.body).toBe(
      "Caller read out •••• 1111, CVV •••. Ticket 41111111-1111-4111-8111-111111111111",
    );
    expect(await addNote(randomUUID(), { subject: "card:plain", body: "Nothing" })).toMatchObject({
      data: { isMasked: false },
    });
  });

  it("is rejected if it is empty, too long or without a subject", async () => {
    for (const [subject, body] of [
      ["card:one", "   "],
      ["card:one", "x".repeat(2001)],
      ["card:", "text"],
      ["person:1", "text"],
      ["card:4111111111111111", "text"],
      ["customer:4111 1111 1111 1111", "text"],
    ] as const) {
      expect(await addNote(randomUUID(), { subject, body })).toMatchObject({
        ok: false,
        error: { code: "invalid" },
      });
    }
  });
});

describe("a reason", () => {
  it("is stored, shown and audited without a card number", async () => {
    const reason = "Customer gave 4111-1111-1111-1111";
    const { id } = await indexCard(db.pool, { status: "FROZEN", createdDaysAgo: 8 });
    expect(await dismissAttention(randomUUID(), { key: `frozen-before:${id}`, reason })).toMatchObject({
      ok: true,
    });
    const { rows } = await db.pool.query(
      "select reason as text from dismissals union all select body from audit union all select result::text from operations",
    );
    expect(rows).toContainEqual({ text: "Customer gave •••• 1111" });
    expect(JSON.stringify(rows)).not.toContain("4111-1111");
  });
});

describe("the activity since a freeze", () => {
  it("counts later transactions by their result", async () => {
    const spent = (card: string, status: string, at: string) =>
      db.pool.query(
        `insert into indexed_transactions (id, external_id, card_id, bill_amount, bill_currency, cardholder_name,
           amount, currency, status, created, created_at, holder_key, read_at, walk)
         values ($1, $1, $2, 5, 'USD', 'Ada', '5.00', 'USD', $3, $4, $4::text::timestamptz, 'ada', now(), 1)`,
        [randomUUID(), card, status, at],
      );
    await spent("frozen", "CLEARED", "2026-11-15T14:03:21Z");
    await spent("frozen", "DECLINED", "2026-11-15T14:03:23Z");
    await spent("frozen", "DECLINED", "2026-11-15T14:09:00Z");
    await spent("frozen", "REVERSED", "2026-11-15T14:10:00Z");
    await spent("frozen", "CHARGED_BACK", "2026-11-15T14:11:00Z");
    await spent("another", "CLEARED", "2026-11-15T14:10:00Z");
    const since = "2026-11-15T14:03:22.500Z";
    expect(await getSinceFreeze({ cardId: "frozen", since })).toMatchObject({
      ok: true,
      data: { since, approved: 1, declined: 2, other: 1 },
    });
    expect(await getSinceFreeze({ cardId: "never-frozen" })).toMatchObject({
      ok: true,
      data: { since: null, approved: 0, declined: 0, other: 0 },
    });
  });
});
