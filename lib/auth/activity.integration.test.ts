import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { onlyOn } from "@/testing/database";
import { insertPerson, lockPerson } from "./people";
import {
  createSession,
  findActor,
  findLiveSessions,
  findSessionEnd,
  recordActivity,
  revokeSessionsOf,
} from "./sessions";

let db: Database;
let personId: string;
let sessionId: string;

beforeAll(async () => {
  db = await openTestDashboard();
  const person = { email: "grace@example.com", name: "Grace Hopper", role: "support" } as const;
  personId = (await insertPerson(db.pool, { ...person, state: "active", passwordHash: null })) ?? "";
});
afterAll(() => db.close());
beforeEach(async () => {
  sessionId = await createSession(db.pool, { personId, address: null, userAgent: null });
});

async function advance(minutes: number): Promise<void> {
  await db.pool.query(
    `update sessions set last_seen_at = last_seen_at - make_interval(mins => $2),
       created_at = created_at - make_interval(mins => $2) where id = $1`,
    [sessionId, minutes],
  );
}

async function idleMinutes(): Promise<number> {
  const { rows } = await db.pool.query(
    "select extract(epoch from now() - last_seen_at)::int / 60 as minutes from sessions where id = $1",
    [sessionId],
  );
  return rows[0].minutes;
}

describe("a session", () => {
  it("goes idle even if polls and event streams look it up", async () => {
    for (let poll = 0; poll < 3; poll += 1) {
      await advance(9);
      expect(await findActor(sessionId)).not.toBeNull();
      expect((await findLiveSessions([sessionId])).size).toBe(1);
    }
    expect(await idleMinutes()).toBe(27);
    await advance(4);
    expect(await findActor(sessionId)).toBeNull();
  });

  it("is extended by activity, which is also recorded as the person's last activity", async () => {
    await db.pool.query("update people set last_seen_at = null");
    await advance(20);
    await recordActivity(sessionId);
    expect(await idleMinutes()).toBe(0);
    const { rows } = await db.pool.query("select last_seen_at from people where id = $1", [personId]);
    expect(rows[0].last_seen_at).toBeInstanceOf(Date);
    await advance(20);
    expect(await findActor(sessionId)).not.toBeNull();
  });

  it.each([
    ["idle", 31],
    ["12 hours old", 12 * 60 + 1],
  ])("is not revived by activity once it is %s", async (_, minutes) => {
    await advance(minutes);
    await recordActivity(sessionId);
    expect(await idleMinutes()).toBe(minutes);
    expect(await findActor(sessionId)).toBeNull();
  });

  it("is not revived by activity once it is revoked", async () => {
    await advance(5);
    await db.pool.query("update sessions set revoked_at = now() where id = $1", [sessionId]);
    await recordActivity(sessionId);
    expect(await idleMinutes()).toBe(5);
  });

  // The embedded engine has only one connection, so nothing can wait for a lock.
  onlyOn("postgres", () => {
    it("is extended and ended at the same time without a deadlock", async () => {
      await advance(5);
      let recording: Promise<void> | undefined;
      await inTransaction(db.pool, async (client) => {
        await lockPerson(client, personId);
        recording = recordActivity(sessionId);
        await vi.waitFor(async () => {
          const { rows } = await client.query("select 1 from pg_locks where not granted");
          expect(rows).not.toEqual([]);
        }, 20_000);
        await revokeSessionsOf(client, personId);
      });
      await expect(recording).resolves.toBeUndefined();
      expect(await findActor(sessionId)).toBeNull();
    });
  });

  it("reports why it ended", async () => {
    expect(await findSessionEnd(sessionId)).toBeNull();
    await advance(31);
    expect(await findSessionEnd(sessionId)).toBe("idle");
    await db.pool.query("update sessions set revoked_at = now() where id = $1", [sessionId]);
    expect(await findSessionEnd(sessionId)).toBe("revoked");
    await db.pool.query("update people set state = 'disabled' where id = $1", [personId]);
    expect(await findSessionEnd(sessionId)).toBe("disabled");
    await db.pool.query("update people set state = 'active' where id = $1", [personId]);
    expect(await findSessionEnd(crypto.randomUUID())).toBeNull();
  });

  it("ends after 12 hours regardless of activity", async () => {
    await advance(12 * 60 + 1);
    await db.pool.query("update sessions set last_seen_at = now() where id = $1", [sessionId]);
    expect(await findSessionEnd(sessionId)).toBe("too-old");
  });
});
