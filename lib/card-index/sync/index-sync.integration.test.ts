import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSession } from "@/lib/auth/sessions";
import type { Card } from "@/lib/contract/card";
import { publish } from "@/lib/events/bus";
import { listAll, openTestProgram, type TestProgram } from "@/testing/card-program";
import { acquireLease, releaseLease } from "./index-lease";
import { readIndexState } from "./index-state";
import { type IndexSync, runIndexSync } from "./index-sync";

const PERSON = "00000000-0000-4000-8000-000000000001";

let program: TestProgram;
let running: IndexSync[] = [];
/** The time of each call to the issuer. */
let calls: number[] = [];
const originalFetch = globalThis.fetch;

beforeAll(async () => {
  program = await openTestProgram({ pageSize: 10 });
  await program.db.pool.query(
    `insert into people (id, email, name, role) values ('${PERSON}', 'ada@cardwell.test', 'Ada', 'admin')`,
  );
  globalThis.fetch = (...request) => {
    if (String(request[0]).includes("/api/v1/")) calls.push(performance.now());
    return originalFetch(...request);
  };
});
afterAll(async () => {
  globalThis.fetch = originalFetch;
  await program.close();
});
afterEach(async () => {
  await Promise.all(running.map((sync) => sync.stop()));
  running = [];
  await program.clearFaults();
});

function start(callsPerSecond = 200): IndexSync {
  const sync = runIndexSync({ callsPerSecond });
  running.push(sync);
  return sync;
}

async function signIn(): Promise<void> {
  await createSession(program.db.pool, { personId: PERSON, address: null, userAgent: null });
  await publish(["audit"]);
}

const signEveryoneOut = () => program.db.pool.query("update sessions set revoked_at = now()");

const isFilled = async () => {
  const { cards, transactions } = await readIndexState();
  return cards.isFilled && transactions.isFilled && cards.known === cards.total;
};

const holder = async () => {
  const { rows } = await program.db.pool.query<{ holder: string }>(
    "select holder from index_lease where ends_at > clock_timestamp()",
  );
  return rows[0]?.holder ?? null;
};

describe("the index sync", () => {
  beforeAll(signIn);
  afterAll(signEveryoneOut);

  it("fills the index without exceeding its call rate", async () => {
    await program.sandbox.call("POST", "/sandbox/reset", { scenario: "scale", cards: 60, transactions: 200 });
    calls = [];
    const startedAt = performance.now();
    start(50);
    await expect.poll(isFilled).toBe(true);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(calls.length).toBeGreaterThan(26);
    expect(calls.length).toBeLessThanOrEqual(seconds * 50 + 1);
  });

  it("adds new records without a request", async () => {
    start();
    await program.sandbox.call("POST", "/sandbox/reset", {
      scenario: "scale",
      cards: 70,
      transactions: 10,
      seed: 3,
    });
    await expect.poll(async () => (await readIndexState()).cards.known).toBe(70);
    await expect.poll(async () => (await readIndexState()).transactions.known).toBe(10);
  });

  it("runs in one instance, and another takes over when it stops", async () => {
    const first = start();
    await expect.poll(holder).not.toBeNull();
    const listSync = await holder();
    start();
    expect(await acquireLease(randomUUID()), "no other instance gets the lease").toBe(false);
    expect(await holder()).toBe(listSync);
    await first.stop();
    await expect.poll(async () => ![null, listSync].includes(await holder())).toBe(true);
  }, 40_000);

  it("takes over from a dead instance once its lease has expired", async () => {
    const dead: string = randomUUID();
    const endLease = (at: string) =>
      program.db.pool.query(`update index_lease set holder = $1, ends_at = clock_timestamp() ${at}`, [dead]);
    await endLease("+ interval '1 hour'");
    start();
    expect(await acquireLease(randomUUID()), "it may still be alive").toBe(false);
    expect(await holder()).toBe(dead);
    await endLease("- interval '1 second'");
    await expect.poll(async () => ![null, dead].includes(await holder())).toBe(true);
  }, 40_000);

  it("makes no call before the issuer's Retry-After", async () => {
    start();
    await expect.poll(isFilled).toBe(true);
    await program.addFault({
      method: "GET",
      times: 1,
      fault: { type: "status", status: 429, retryAfterSeconds: 3 },
    });
    await expect.poll(() => program.countFaults()).toBe(0);
    const rejectedAt = calls.at(-1) ?? 0;
    await expect.poll(() => calls.some((at) => at > rejectedAt)).toBe(true);
    expect((calls.find((at) => at > rejectedAt) ?? 0) - rejectedAt).toBeGreaterThanOrEqual(2_990);
  }, 30_000);

  it("backs off while the issuer doesn't respond, then recovers", async () => {
    start();
    await expect.poll(isFilled).toBe(true);
    await program.addFault({
      method: "GET",
      times: 1_000,
      fault: { type: "status", status: 503 },
    });
    calls = [];
    // Without backoff the pauses would be 30 ms.
    await expect.poll(() => calls.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(6);
    expect((calls[5] ?? 0) - (calls[0] ?? 0)).toBeGreaterThanOrEqual(4_000);
    await program.clearFaults();
    const before = (await readIndexState()).cards.asOf ?? "";
    await expect
      .poll(async () => ((await readIndexState()).cards.asOf ?? "") > before, { timeout: 60_000 })
      .toBe(true);
  }, 150_000);
});

describe("the index sync while nobody is signed in", () => {
  /** Slow enough that a background walk would outlast the test. */
  const CALLS_PER_SECOND = 10;

  const leaseEnd = async () => {
    const { rows } = await program.db.pool.query<{ ends_at: Date }>("select ends_at from index_lease");
    return Number(rows[0]?.ends_at);
  };
  const leaseRenewal = async () => {
    const before = await leaseEnd();
    await expect.poll(leaseEnd).toBeGreaterThan(before);
  };

  it("fills the index, then rests", async () => {
    await program.sandbox.call("POST", "/sandbox/reset", { scenario: "scale", cards: 70, transactions: 200 });
    await program.db.pool.query("update index_feeds set filled_at = null, walk_page = 1");
    start(200);
    await expect.poll(isFilled).toBe(true);
    await leaseRenewal();
    calls = [];
    await leaseRenewal();
    // Two newest pages and one other at most; without a rest there would be about twenty calls between two renewals.
    expect(calls.length).toBeLessThanOrEqual(3);
  }, 90_000);

  const readOldest = async () => (await listAll<Card>(program.sandbox, "cards")).at(-1)?.id ?? "";
  const catchUpSince = (since: string) =>
    expect
      .poll(async () => {
        const { cards, transactions } = await readIndexState();
        return [cards.verifiedAt, transactions.verifiedAt].every((at) => at !== null && at > since);
      })
      .toBe(true);
  const knownStatus = async (id: string) =>
    (await program.db.pool.query("select status from indexed_cards where id = $1", [id])).rows[0]?.status;

  it("catches up with all changes when someone signs in", async () => {
    start(CALLS_PER_SECOND);
    await leaseRenewal();
    const oldest = await readOldest();
    await program.sandbox.api("PUT", `/cards/${oldest}/freeze/`, { freeze: true });
    const signedInAt = new Date().toISOString();
    await signIn();
    await catchUpSince(signedInAt);
    expect(await knownStatus(oldest)).toBe("FROZEN");
  }, 90_000);

  it("catches up with all changes when it has the lease again", async () => {
    const startedAt = new Date().toISOString();
    start(CALLS_PER_SECOND);
    await catchUpSince(startedAt);
    const other = randomUUID();
    const loseLease = async () => {
      await releaseLease((await holder()) ?? "");
      return acquireLease(other);
    };
    await expect.poll(loseLease).toBe(true);
    // It has noticed once it makes no calls anymore.
    let seen = -1;
    const isQuiet = () => {
      const hasNew = calls.length > seen;
      seen = calls.length;
      return !hasNew;
    };
    await expect.poll(isQuiet, { interval: 4_000 }).toBe(true);
    const oldest = await readOldest();
    await program.sandbox.api("PUT", `/cards/${oldest}/block/`, { reason: "lost" });
    const regainedAt = new Date().toISOString();
    await releaseLease(other);
    await catchUpSince(regainedAt);
    expect(await knownStatus(oldest)).toBe("BLOCKED");
  }, 150_000);
});
