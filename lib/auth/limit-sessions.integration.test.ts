import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { inTransaction } from "@/lib/postgres/open-database";
import { processWide } from "@/lib/process-wide";
import { openTestAccounts, signInWithDemoPassword, support, type TestAccounts } from "@/testing/accounts";
import { beginAuthenticator } from "./second-factor/authenticators";
import { findActor, findSessionEnd } from "./sessions";

let accounts: TestAccounts;
let personId: string;

beforeAll(async () => {
  accounts = await openTestAccounts();
  personId = (await accounts.getPerson(support)).id;
  processWide<ReturnType<typeof env>>("env").current = { ...env(), sessionLimit: 3 };
});
afterAll(() => accounts.db.close());
beforeEach(async () => {
  await accounts.clearAttempts();
  for (const table of ["sessions", "notifications", "authenticators"])
    await accounts.db.pool.query(`delete from ${table}`);
});

async function beginSession(): Promise<string> {
  const outcome = await signInWithDemoPassword(support);
  if (!("sessionId" in outcome)) throw new Error(outcome.is);
  return outcome.sessionId;
}

async function readNotifications(kind: string): Promise<string[]> {
  const { rows } = await accounts.db.pool.query<{ title: string }>(
    "select title from notifications where person_id = $1 and kind = $2 order by id",
    [personId, kind],
  );
  return rows.map(({ title }) => title);
}

describe("the limit of parallel sessions", () => {
  it("ends the one that was unused for longest, and says so", async () => {
    const [first = "", second = "", third = ""] = [
      await beginSession(),
      await beginSession(),
      await beginSession(),
    ];
    await accounts.db.pool.query(
      "update sessions set last_seen_at = now() - interval '5 minutes' where id = $1",
      [second],
    );
    const seq = await accounts.lastAuditSeq();
    const fourth = await beginSession();
    expect(await findActor(second)).toBeNull();
    expect(await findSessionEnd(second)).toBe("limit");
    for (const id of [first, third, fourth]) expect(await findActor(id)).not.toBeNull();
    expect(await readNotifications("session-limit")).toEqual([
      "Your session in Unknown browser was ended: at most 3 sessions are allowed",
    ]);
    expect(await accounts.readAuditAfter(seq)).toContainEqual(
      expect.objectContaining({ action: "session.limit", target: personId }),
    );
  });

  it("holds for sign-ins at the same moment", async () => {
    await Promise.all(Array.from({ length: 6 }, beginSession));
    const { rows } = await accounts.db.pool.query(
      "select 1 from sessions where person_id = $1 and revoked_at is null",
      [personId],
    );
    expect(rows).toHaveLength(3);
  });

  it("doesn't count sessions that have ended", async () => {
    const kept = [await beginSession(), await beginSession()];
    for (const column of ["revoked_at = now()", "last_seen_at = now() - interval '1 hour'"])
      await accounts.db.pool.query(`update sessions set ${column} where id = $1`, [await beginSession()]);
    await beginSession();
    for (const id of kept) expect(await findActor(id)).not.toBeNull();
    expect(await readNotifications("session-limit")).toEqual([]);
  });

  it("counts sessions that lack a required factor, which the role may no longer require tomorrow", async () => {
    const { pool } = accounts.db;
    await pool.query(
      `insert into factor_policies (role, rule, required_since, grace_days) values ('support', 'required', now(), 0)
       on conflict (role) do update set rule = 'required', required_since = now(), grace_days = 0`,
    );
    const sessions = [await beginSession(), await beginSession(), await beginSession(), await beginSession()];
    await pool.query("delete from factor_policies where role = 'support'");
    const actors = await Promise.all(sessions.map(findActor));
    expect(actors.filter(Boolean)).toHaveLength(3);
  });

  it("ends nothing for somebody who knows only the password", async () => {
    const sessions = [await beginSession(), await beginSession(), await beginSession()];
    await inTransaction(accounts.db.pool, (client) => beginAuthenticator(client, personId, "Phone"));
    await accounts.db.pool.query("update authenticators set confirmed_at = now()");
    await beginSession();
    for (const id of sessions) expect(await findActor(id)).not.toBeNull();
  });
});

describe("a sign-in from a browser that was not seen before", () => {
  it("is shown, unless it is the first of all", async () => {
    await accounts.db.pool.query("update people set last_seen_at = null where id = $1", [personId]);
    const first = await signInWithDemoPassword(support);
    expect(await readNotifications("new-device")).toEqual([]);
    if (first.is !== "signed-in") throw new Error(first.is);
    await signInWithDemoPassword(support, { [first.device.name]: first.device.value });
    expect(await readNotifications("new-device")).toEqual([]);
    await signInWithDemoPassword(support);
    expect(await readNotifications("new-device")).toEqual([
      expect.stringMatching(/^New sign-in: Unknown browser, 198\.51\./),
    ]);
  });
});
