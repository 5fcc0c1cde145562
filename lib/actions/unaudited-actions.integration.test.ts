import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/read";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { createSession, findActor } from "@/lib/auth/sessions";
import { closeBus } from "@/lib/events/bus";
import { stopJobs } from "@/lib/jobs/queue";
import type { Database } from "@/lib/postgres/database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { signInAs } from "@/testing/sign-in-as";
import { endSession } from "./end-session";
import { readNotifications } from "./read-notifications";

let db: Database;
let personId: string;

beforeAll(async () => {
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  ({ personId } = await signInAs("support"));
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
});
beforeEach(() => db.pool.query("delete from events"));

async function idOf(role: "support" | "finance"): Promise<string> {
  return (await findPersonByEmail(db.pool, DEMO_PEOPLE[role].email))?.id ?? "";
}

const begin = (id: string) => createSession(db.pool, { personId: id, address: null, userAgent: null });

/** The number of rows in each table that an action can write to. */
async function countRows() {
  const { rows } = await db.pool.query<{ audit: number; operations: number; events: number }>(
    `select (select count(*)::int from audit) as audit, (select count(*)::int from operations) as operations,
            (select count(*)::int from events) as events`,
  );
  return rows[0];
}

async function notify(): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into notifications (person_id, kind, title, href) values ($1, 'report-failed', 'A report failed', '/reports')
     returning id`,
    [personId],
  );
  return String(rows[0]?.id);
}

describe("reading your notifications", () => {
  it("notifies the person's other tabs and is not audited", async () => {
    const before = await countRows();
    const read = await readNotifications(randomUUID(), { upTo: await notify() });
    expect(read).toMatchObject({ ok: true });
    const { rows } = await db.pool.query("select 1 from notifications where read_at is null");
    expect(rows).toHaveLength(0);
    expect(await countRows()).toMatchObject({
      audit: before?.audit,
      operations: before?.operations,
      events: 1,
    });
  });

  it("writes nothing if all were already read", async () => {
    const upTo = await notify();
    await readNotifications(randomUUID(), { upTo });
    const before = await countRows();
    for (let time = 0; time < 20; time += 1) await readNotifications(randomUUID(), { upTo });
    expect(await countRows()).toEqual(before);
  });
});

describe("ending a session", () => {
  it("is recorded once if it is the person's own", async () => {
    const sessionId = await begin(personId);
    expect(await endSession(randomUUID(), { sessionId })).toMatchObject({ ok: true });
    expect(await findActor(sessionId)).toBeNull();
    const { rows } = await listAudit({ action: "session.revoke" }, { limit: 10 });
    expect(rows).toMatchObject([{ target: sessionId, outcome: "succeeded", actor: { id: personId } }]);
  });

  it("writes nothing for an unknown, another person's or an ended session", async () => {
    const others = await begin(await idOf("finance"));
    const ended = await begin(personId);
    await endSession(randomUUID(), { sessionId: ended });
    const before = await countRows();
    for (const sessionId of [randomUUID(), others, ended])
      expect(await endSession(randomUUID(), { sessionId })).toMatchObject({
        error: { code: "not-found", message: "This session has already ended." },
      });
    expect(await countRows()).toEqual(before);
    expect(await findActor(others)).not.toBeNull();
  });

  it("is recorded once if requested twice at the same time", async () => {
    const sessionId = await begin(personId);
    const before = await countRows();
    await Promise.all([1, 2, 3].map(() => endSession(randomUUID(), { sessionId })));
    expect((await countRows())?.audit).toBe((before?.audit ?? 0) + 1);
  });
});
