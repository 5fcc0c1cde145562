import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@/lib/auth/people";
import { createSession, findActor, findSessionEnd } from "@/lib/auth/sessions";
import { closeBus } from "@/lib/events/bus";
import { getPersonSessions } from "@/lib/queries/person-sessions";
import { openTestAccounts, type TestAccounts } from "@/testing/accounts";
import { continueSession } from "@/testing/sign-in-as";
import { endOtherSessions } from "./end-other-sessions";
import { endPersonSessions } from "./end-person-sessions";

let accounts: TestAccounts;
let adminId: string;
let otherId: string;
let ownSession: string;

beforeAll(async () => {
  accounts = await openTestAccounts();
  adminId = (await accounts.getPerson(DEMO_PEOPLE.admin.email)).id;
  otherId = (await accounts.getPerson(DEMO_PEOPLE.support.email)).id;
});
afterAll(async () => {
  await closeBus();
  await accounts.db.close();
});
beforeEach(async () => {
  await accounts.db.pool.query("delete from sessions");
  ownSession = await begin(adminId);
  await continueSession(ownSession);
});

function begin(personId: string): Promise<string> {
  return createSession(accounts.db.pool, { personId, address: "192.0.2.1", userAgent: null });
}

describe("a person", () => {
  it("ends all their other sessions, and nobody else's", async () => {
    const [own, others] = [[await begin(adminId), await begin(adminId)], await begin(otherId)];
    const seq = await accounts.lastAuditSeq();
    expect(await endOtherSessions(randomUUID(), {})).toEqual({ ok: true, data: { ended: 2 } });
    for (const id of own) expect(await findActor(id)).toBeNull();
    expect(await findActor(others)).not.toBeNull();
    expect(await findActor(ownSession)).not.toBeNull();
    expect(await accounts.readAuditAfter(seq)).toMatchObject([
      { action: "session.revoke-others", target: adminId, after: { ended: 2 } },
    ]);
  });

  it("adds nothing to the audit log if there are none", async () => {
    const seq = await accounts.lastAuditSeq();
    expect(await endOtherSessions(randomUUID(), {})).toEqual({ ok: true, data: { ended: 0 } });
    expect(await accounts.lastAuditSeq()).toBe(seq);
  });
});

describe("an admin", () => {
  it("sees where somebody is signed in", async () => {
    const id = await begin(otherId);
    expect(await getPersonSessions({ personId: otherId })).toMatchObject({
      ok: true,
      data: [{ id, address: "192.0.2.1", method: "password", isThisOne: false }],
    });
  });

  it("ends one of them, and the person is told by whom", async () => {
    const [ended, kept] = [await begin(otherId), await begin(otherId)];
    const seq = await accounts.lastAuditSeq();
    expect(await endPersonSessions(randomUUID(), { personId: otherId, sessionId: ended })).toMatchObject({
      ok: true,
      data: { ended: 1 },
    });
    expect(await findSessionEnd(ended)).toBe("admin");
    expect(await findActor(kept)).not.toBeNull();
    const { rows } = await accounts.db.pool.query(
      "select title from notifications where person_id = $1 and kind = 'sessions-ended'",
      [otherId],
    );
    expect(rows).toEqual([{ title: "Ines Duarte ended one of your sessions" }]);
    expect(await accounts.readAuditAfter(seq)).toMatchObject([
      { action: "person.end-sessions", phase: "begin" },
      { action: "person.end-sessions", phase: "finish", outcome: "succeeded", target: otherId },
    ]);
  });

  it("ends all of them, and is told if there are none", async () => {
    const sessions = [await begin(otherId), await begin(otherId)];
    expect(await endPersonSessions(randomUUID(), { personId: otherId })).toMatchObject({ ok: true });
    for (const id of sessions) expect(await findActor(id)).toBeNull();
    expect(await endPersonSessions(randomUUID(), { personId: otherId })).toMatchObject({
      ok: false,
      error: { code: "not-found" },
    });
  });

  it("ends those that lack a second factor too, because they could get it later", async () => {
    const { pool } = accounts.db;
    await pool.query(
      `insert into factor_policies (role, rule, required_since, grace_days) values ('support', 'required', now(), 0)
       on conflict (role) do update set rule = 'required', required_since = now(), grace_days = 0`,
    );
    const [unfinished, withoutFactor] = [await begin(otherId), await begin(otherId)];
    await pool.query("update sessions set needs_factor = true where id = $1", [unfinished]);
    expect(await endPersonSessions(randomUUID(), { personId: otherId })).toMatchObject({
      ok: true,
      data: { ended: 2 },
    });
    await pool.query("delete from factor_policies where role = 'support'");
    for (const id of [unfinished, withoutFactor]) expect(await findSessionEnd(id)).toBe("admin");
  });

  it("ends neither their own nor, by a wrong person, anybody else's", async () => {
    const id = await begin(otherId);
    expect(await endPersonSessions(randomUUID(), { personId: adminId })).toMatchObject({ ok: false });
    const auditorId = (await accounts.getPerson(DEMO_PEOPLE.auditor.email)).id;
    expect(await endPersonSessions(randomUUID(), { personId: auditorId, sessionId: id })).toMatchObject({
      ok: false,
    });
    for (const kept of [id, ownSession]) expect(await findActor(kept)).not.toBeNull();
  });
});
