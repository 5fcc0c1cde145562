import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addNote } from "@/lib/actions/add-note";
import { dismissAttention } from "@/lib/actions/dismiss-attention";
import { restoreAttention } from "@/lib/actions/restore-attention";
import { listAudit } from "@/lib/audit/read";
import { DEMO_PEOPLE, seedDemoPeople } from "@/lib/auth/people";
import { restartIndex } from "@/lib/card-index/sync/restart-index";
import { NOTE_EXCERPT_CHARACTERS } from "@/lib/domain/people/note";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import type { Database } from "@/lib/postgres/database";
import { getAttention } from "@/lib/queries/attention";
import { openTestDashboard } from "@/testing/dashboard-database";
import { indexCard } from "@/testing/indexed-samples";
import { signInAs } from "@/testing/sign-in-as";
import { listDismissed } from "./dismissals";
import { listFollowUps } from "./list-attention";

let db: Database;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
});
beforeEach(async () => {
  await db.pool.query("delete from indexed_cards; delete from dismissals; delete from notes");
  await signInAs("support");
});

const requestFollowUp = (cardId: string, body = "Stolen in Rome. Please reissue.") =>
  addNote(randomUUID(), { subject: `card:${cardId}`, body, needsFollowUp: true });

describe("a note that asks for a follow-up", () => {
  it("appears on the manager's overview with the card, the author, the time and the note", async () => {
    const card = await indexCard(db.pool, { status: "FROZEN", holder: "Nora Halfnote" });
    const added = await requestFollowUp(card.id);
    await addNote(randomUUID(), { subject: `card:${card.id}`, body: "Only a remark" });
    expect(added).toMatchObject({ ok: true });
    await signInAs("manager");
    const attention = await getAttention({});
    expect(attention).toMatchObject({
      ok: true,
      data: {
        "follow-up": {
          total: 1,
          items: [
            {
              key: `follow-up:${card.id}:${added.ok && added.data.id}`,
              cardId: card.id,
              card: { holder: "Nora Halfnote", lastFour: "4471" },
              person: DEMO_PEOPLE.support.name,
              at: added.ok && added.data.at,
              excerpt: "Stolen in Rome. Please reissue.",
            },
          ],
        },
      },
    });
  });

  it("appears even if the card is no longer in the index, newest first", async () => {
    for (const id of ["first", "second"]) {
      await indexCard(db.pool, { id });
      await requestFollowUp(id);
    }
    await restartIndex();
    await db.pool.query("delete from departed_cards");
    expect((await listFollowUps()).items).toMatchObject([
      { cardId: "second", card: null },
      { cardId: "first", card: null },
    ]);
  });

  it("disappears once the issuer no longer has the card", async () => {
    for (const id of ["first", "second"]) {
      await indexCard(db.pool, { id });
      await requestFollowUp(id);
    }
    await db.pool.query(
      "insert into departed_cards (id, status, first_seen_at) values ('first', 'ACTIVE', now())",
    );
    expect((await listFollowUps()).items).toMatchObject([{ cardId: "second" }]);
    await db.pool.query("delete from departed_cards");
  });

  it("shows only an excerpt, and none if the note can't be decrypted", async () => {
    const { id } = await indexCard(db.pool);
    await requestFollowUp(id, `Stolen\n\n${"in Rome ".repeat(60)}`);
    const excerpt = (await listFollowUps()).items[0]?.excerpt ?? "";
    expect(excerpt).toMatch(/^Stolen in Rome in Rome .*(in|Rome)…$/);
    expect(excerpt.length).toBeLessThanOrEqual(NOTE_EXCERPT_CHARACTERS + 1);
    // Encrypted for another row.
    const { rows } = await db.pool.query("update notes set id = $1 returning id", [randomUUID()]);
    expect(rows).toHaveLength(1);
    expect((await listFollowUps()).items[0]?.excerpt).toBeNull();
  });

  it("disappears when dismissed, reappears when restored, and appears again for a new note", async () => {
    const card = await indexCard(db.pool);
    await requestFollowUp(card.id);
    await signInAs("manager");
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
    await requestFollowUp(card.id, "The new one never arrived.");
    expect((await listFollowUps()).total).toBe(1);
  });

  it("is published to open overviews, and its audit entry doesn't contain the note", async () => {
    await indexCard(db.pool, { id: "one" });
    await db.pool.query("delete from events");
    await addNote(randomUUID(), { subject: "card:one", body: "A remark" });
    const topics = async () =>
      (await db.pool.query<{ topic: string }>("select topic from events")).rows.map(({ topic }) => topic);
    expect(await topics()).not.toContain("attention");
    await requestFollowUp("one");
    expect(await topics()).toEqual(expect.arrayContaining(["card:one", "attention"]));
    const [entry] = (await listAudit({ action: "card.note" }, { limit: 1 })).rows;
    expect(entry).toMatchObject({ target: "one", input: { needsFollowUp: true } });
    expect(JSON.stringify(entry)).not.toContain("Rome");
  });

  it("must be about a card and by a person who may write notes", async () => {
    const onCustomer = { subject: "customer:cust_1", body: "Call back", needsFollowUp: true };
    expect(await addNote(randomUUID(), onCustomer)).toMatchObject({ ok: false, error: { code: "invalid" } });
    await signInAs("finance");
    expect(await requestFollowUp("one")).toMatchObject({ ok: false, error: { code: "forbidden" } });
    expect((await listFollowUps()).total).toBe(0);
  });
});
