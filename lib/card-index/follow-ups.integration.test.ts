import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addNote } from "@/lib/actions/add-note";
import { dismissAttention } from "@/lib/actions/dismiss-attention";
import { restoreAttention } from "@/lib/actions/restore-attention";
import { listAudit } from "@/lib/audit/read";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { createSession } from "@/lib/auth/sessions";
import { NOTE_EXCERPT_CHARACTERS } from "@/lib/domain/note";
import { env } from "@/lib/env";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import type { Database } from "@/lib/postgres/database";
import { getAttention } from "@/lib/queries/attention";
import { openTestDashboard } from "@/testing/dashboard-database";
import { indexCard } from "@/testing/indexed-samples";
import { listFollowUps } from "./attention";
import { listDismissed } from "./dismissals";

// Next's request, which only a running server has: the cookie that the browser would send.
const browser = vi.hoisted(() => ({ cookie: "" }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-forwarded-for": "203.0.113.9" }),
  cookies: async () => ({ get: () => ({ value: browser.cookie }), delete: () => undefined }),
}));

let db: Database;
const cookies = { support: "", manager: "", finance: "" };

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  for (const role of ["support", "manager", "finance"] as const) {
    const person = await findPersonByEmail(db.pool, DEMO_PEOPLE[role].email);
    const sid = await createSession(db.pool, { personId: person?.id ?? "", address: null, userAgent: null });
    cookies[role] = await encode({ token: { sid }, secret: env().authSecret });
  }
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
});
beforeEach(async () => {
  await db.pool.query("delete from indexed_cards; delete from dismissals; delete from notes");
  browser.cookie = cookies.support;
});

const ask = (cardId: string, body = "Stolen in Rome. Please reissue.") =>
  addNote(randomUUID(), { subject: `card:${cardId}`, body, needsFollowUp: true });

describe("a note that asks for a follow-up", () => {
  it("waits on the manager's overview with the card, who asked, when and the note", async () => {
    const card = await indexCard(db.pool, { status: "FROZEN", holder: "Nora Halfnote" });
    const kept = await ask(card.id);
    await addNote(randomUUID(), { subject: `card:${card.id}`, body: "Only a remark" });
    expect(kept).toMatchObject({ ok: true });
    browser.cookie = cookies.manager;
    const attention = await getAttention({});
    expect(attention).toMatchObject({
      ok: true,
      data: {
        "follow-up": {
          total: 1,
          items: [
            {
              key: `follow-up:${card.id}:${kept.ok && kept.data.id}`,
              cardId: card.id,
              card: { holder: "Nora Halfnote", lastFour: "4471" },
              person: DEMO_PEOPLE.support.name,
              at: kept.ok && kept.data.at,
              excerpt: "Stolen in Rome. Please reissue.",
            },
          ],
        },
      },
    });
  });

  it("is raised also for a card that is not indexed, newest first", async () => {
    await ask("first");
    await ask("second");
    expect((await listFollowUps()).items).toMatchObject([
      { cardId: "second", card: null },
      { cardId: "first", card: null },
    ]);
  });

  it("shows no more than its first words, and none that can't be opened", async () => {
    const { id } = await indexCard(db.pool);
    await ask(id, `Stolen\n\n${"in Rome ".repeat(60)}`);
    const excerpt = (await listFollowUps()).items[0]?.excerpt ?? "";
    expect(excerpt).toMatch(/^Stolen in Rome in Rome .*(in|Rome)…$/);
    expect(excerpt.length).toBeLessThanOrEqual(NOTE_EXCERPT_CHARACTERS + 1);
    // Sealed for another row.
    const { rows } = await db.pool.query("update notes set id = $1 returning id", [randomUUID()]);
    expect(rows).toHaveLength(1);
    expect((await listFollowUps()).items[0]?.excerpt).toBeNull();
  });

  it("goes when someone dismisses it, comes back with the dismissal, and waits anew when asked again", async () => {
    const card = await indexCard(db.pool);
    await ask(card.id);
    browser.cookie = cookies.manager;
    const key = (await listFollowUps()).items[0]?.key ?? "";
    expect(await dismissAttention(randomUUID(), { key, reason: "Reissued" })).toMatchObject({
      ok: true,
      data: { dismissed: 1 },
    });
    expect((await listFollowUps()).total).toBe(0);
    expect(await listDismissed()).toMatchObject([
      { kind: "follow-up", card: { id: card.id }, reason: "Reissued", person: DEMO_PEOPLE.manager.name },
    ]);
    await restoreAttention(randomUUID(), { key });
    expect((await listFollowUps()).total).toBe(1);
    await dismissAttention(randomUUID(), { key, reason: "Reissued" });
    await ask(card.id, "The new one never arrived.");
    expect((await listFollowUps()).total).toBe(1);
  });

  it("is told to every open overview, and its audit entry says that it asks, not what it says", async () => {
    await db.pool.query("delete from events");
    await addNote(randomUUID(), { subject: "card:one", body: "A remark" });
    const topics = async () =>
      (await db.pool.query<{ topic: string }>("select topic from events")).rows.map(({ topic }) => topic);
    expect(await topics()).not.toContain("attention");
    await ask("one");
    expect(await topics()).toEqual(expect.arrayContaining(["card:one", "attention"]));
    const [entry] = (await listAudit({ action: "card.note" }, { limit: 1 })).rows;
    expect(entry).toMatchObject({ target: "one", input: { needsFollowUp: true } });
    expect(JSON.stringify(entry)).not.toContain("Rome");
  });

  it("is about a card, and written by someone who may write notes", async () => {
    const onCustomer = { subject: "customer:cust_1", body: "Call back", needsFollowUp: true };
    expect(await addNote(randomUUID(), onCustomer)).toMatchObject({ ok: false, error: { code: "invalid" } });
    browser.cookie = cookies.finance;
    expect(await ask("one")).toMatchObject({ ok: false, error: { code: "forbidden" } });
    expect((await listFollowUps()).total).toBe(0);
  });
});
