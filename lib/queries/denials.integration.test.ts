import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { blockCard } from "@/lib/actions/block-card";
import { changeRole } from "@/lib/actions/change-role";
import { disablePerson } from "@/lib/actions/disable-person";
import { invitePerson } from "@/lib/actions/invite-person";
import { listAudit, listAuditActions } from "@/lib/audit/read";
import { verifyChain } from "@/lib/audit/verify";
import { DEMO_PEOPLE, seedDemoPeople } from "@/lib/auth/people";
import { recordEndedFloods } from "@/lib/auth/throttle-log";
import { success } from "@/lib/domain/result";
import type { Database } from "@/lib/postgres/database";
import { processWide } from "@/lib/process-wide";
import { openTestDashboard } from "@/testing/dashboard-database";
import { indexCard } from "@/testing/indexed-samples";
import { signInAs } from "@/testing/sign-in-as";
import { testRequest } from "@/testing/test-request";
import { definePage } from "./define-page";
import { defineQuery } from "./define-query";

/** What Next throws and catches. */
const FORBIDDEN = "NEXT_HTTP_ERROR_FALLBACK;403";

let db: Database;

beforeAll(async () => {
  // The server sets this marker when it has resolved the client address.
  processWide<string>("forwarded-headers-token").current = "settled in this test";
  db = await openTestDashboard();
  await seedDemoPeople("sandbox");
  await signInAs("support");
});
afterAll(() => db.close());
beforeEach(async () => {
  testRequest.headers = new Headers({
    "x-cardwell-path": "/settings/team",
    "x-forwarded-for": "203.0.113.9",
    "x-cardwell-settled": "settled in this test",
  });
  await db.pool.query("delete from throttled_attempts");
});

const teamPage = definePage({
  permission: "users.manage",
  path: "/settings/team",
  render: () => "the team",
});
const open = () => teamPage({ params: Promise.resolve({}), searchParams: Promise.resolve({}) });

async function newestEntry() {
  const [row] = (await listAudit({}, { limit: 1 })).rows;
  return row;
}

describe("a denied request", () => {
  it("has the same action in the audit log for every page, whatever its URL", async () => {
    for (const path of ["/settings/team", "/settings/team?x=1", "/made-up/by/a/stranger"]) {
      testRequest.headers.set("x-cardwell-path", path);
      await db.pool.query("delete from throttled_attempts");
      await expect(open()).rejects.toThrow(FORBIDDEN);
      expect(await newestEntry()).toMatchObject({
        action: "access.denied",
        outcome: "denied",
        message: "Open /settings/team",
        actor: { name: DEMO_PEOPLE.support.name },
      });
    }
    expect(await listAuditActions()).toEqual(["access.denied"]);
    expect((await listAudit({ action: "access.denied" }, { limit: 10 })).rows).toHaveLength(3);
  });

  it("has the same action for a read, with the name of the data", async () => {
    const query = defineQuery({
      name: "the team",
      permission: "users.manage",
      input: z.object({}),
      run: async () => success(null),
    });
    expect(await query({})).toMatchObject({ ok: false, error: { code: "forbidden" } });
    expect(await newestEntry()).toMatchObject({ action: "access.denied", message: "View the team" });
  });

  it("has the action's own name and target for a write", async () => {
    const { id: cardId } = await indexCard(db.pool);
    await blockCard(crypto.randomUUID(), { cardId, reason: "lost" });
    expect(await newestEntry()).toMatchObject({ action: "card.block", outcome: "denied", target: cardId });
    const personId = crypto.randomUUID();
    await changeRole(crypto.randomUUID(), { personId, role: "admin" });
    expect(await newestEntry()).toMatchObject({ action: "person.change-role", target: personId });
    await disablePerson(crypto.randomUUID(), { personId, isDisabled: false });
    expect(await newestEntry()).toMatchObject({ action: "person.enable", target: personId });
  });

  it("has the action's name for a write even if the input is invalid or can't be stored", async () => {
    await invitePerson(crypto.randomUUID(), { name: "", email: "", role: "admin" });
    expect(await newestEntry()).toMatchObject({ action: "person.invite", outcome: "denied", target: null });
    await changeRole(crypto.randomUUID(), { personId: "nobody", role: "admin" });
    expect(await newestEntry()).toMatchObject({
      action: "person.change-role",
      outcome: "denied",
      target: null,
    });
    await blockCard(crypto.randomUUID(), { cardId: crypto.randomUUID(), reason: "lost\0" });
    expect(await newestEntry()).toMatchObject({ action: "card.block", outcome: "denied", target: null });
  });

  it("has no card number as its target", async () => {
    await blockCard(crypto.randomUUID(), { cardId: "4111111111111111", reason: "lost" });
    expect(await newestEntry()).toMatchObject({ action: "card.block", target: null });
    const { rows } = await db.pool.query("select * from throttled_attempts");
    expect(JSON.stringify(rows)).not.toContain("4111111111111111");
  });
});

describe("repeated denied requests of one person", () => {
  const readTeam = defineQuery({
    name: "the team",
    permission: "users.manage",
    input: z.object({}),
    run: async () => success(null),
  });
  const repeat = async (times: number, attempt: () => Promise<unknown>) => {
    await Promise.all(Array.from({ length: times }, attempt));
  };
  const rowsAfter = async (seq: number) =>
    (await listAudit({}, { limit: 100 })).rows.filter((row) => row.seq > seq);
  const pass = (interval: string) =>
    db.pool.query("update throttled_attempts set last_at = now() - $1::interval", [interval]);

  it("write one entry, and another with the count when they stop", async () => {
    const since = (await newestEntry())?.seq ?? 0;
    await repeat(40, () => readTeam({}));
    expect(await rowsAfter(since)).toMatchObject([{ message: "View the team" }]);
    await pass("9 minutes");
    await recordEndedFloods();
    expect(await rowsAfter(since)).toHaveLength(1);
    await pass("11 minutes");
    await recordEndedFloods();
    await recordEndedFloods();
    const rows = await rowsAfter(since);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      action: "access.denied",
      outcome: "denied",
      message: "Denied 40 times: View the team",
      actor: { name: DEMO_PEOPLE.support.name, role: "support" },
      input: { attempts: 40 },
    });
    expect(await verifyChain(db.pool)).toMatchObject({ isUnbroken: true });
  });

  it("write one entry per action, and no count for a single attempt", async () => {
    const since = (await newestEntry())?.seq ?? 0;
    await readTeam({});
    await expect(open()).rejects.toThrow(FORBIDDEN);
    await invitePerson(crypto.randomUUID(), { name: "New", email: "new@example.com", role: "admin" });
    await pass("11 minutes");
    await recordEndedFloods();
    expect((await rowsAfter(since)).map(({ action, message }) => [action, message])).toEqual([
      ["person.invite", null],
      ["access.denied", "Open /settings/team"],
      ["access.denied", "View the team"],
    ]);
  });

  it("write one entry per target and per address", async () => {
    const since = (await newestEntry())?.seq ?? 0;
    const [{ id: one }, { id: other }] = [await indexCard(db.pool), await indexCard(db.pool)];
    for (const cardId of [one, other, one]) await blockCard(crypto.randomUUID(), { cardId, reason: "lost" });
    testRequest.headers.set("x-forwarded-for", "198.51.100.7");
    await blockCard(crypto.randomUUID(), { cardId: one, reason: "lost" });
    expect((await rowsAfter(since)).map(({ target, address }) => [target, address])).toEqual([
      [one, "198.51.100.7"],
      [other, "203.0.113.9"],
      [one, "203.0.113.9"],
    ]);
    await pass("11 minutes");
    await recordEndedFloods();
    expect((await rowsAfter(since))[0]).toMatchObject({
      target: one,
      address: "203.0.113.9",
      message: "Denied 2 times",
    });
  });

  it("can't flood the log with different actions", async () => {
    const since = (await newestEntry())?.seq ?? 0;
    await repeat(60, () => changeRole(crypto.randomUUID(), { personId: crypto.randomUUID(), role: "admin" }));
    const rows = await rowsAfter(since);
    expect(rows).toHaveLength(21);
    expect(new Set(rows.map(({ target }) => target)).size).toBe(21);
    expect(rows[0]).toMatchObject({ target: null, message: expect.stringContaining("Too many targets") });
    await pass("11 minutes");
    await recordEndedFloods();
    expect((await rowsAfter(since))[0]).toMatchObject({ target: null, input: { attempts: 40 } });
  });

  it("are counted for at most an hour before the count is written", async () => {
    const since = (await newestEntry())?.seq ?? 0;
    await repeat(3, () =>
      invitePerson(crypto.randomUUID(), { name: "N", email: "n@example.com", role: "admin" }),
    );
    await db.pool.query("update throttled_attempts set first_at = now() - interval '61 minutes'");
    await recordEndedFloods();
    expect((await rowsAfter(since))[0]).toMatchObject({ action: "person.invite", message: "Denied 3 times" });
  });
});
