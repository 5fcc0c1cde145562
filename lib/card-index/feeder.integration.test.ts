import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Feeder, runFeeder } from "./feeder";
import { LEASE_SECONDS } from "./lease";
import { readIndexState } from "./state";
import { openTestProgram, type TestProgram } from "./testing";

let program: TestProgram;
let running: Feeder[] = [];
/** When each call to the issuer left this process. */
let calls: number[] = [];
const untouchedFetch = globalThis.fetch;

beforeAll(async () => {
  program = await openTestProgram({ pageSize: 10 });
  globalThis.fetch = (...request) => {
    if (String(request[0]).includes("/api/v1/")) calls.push(performance.now());
    return untouchedFetch(...request);
  };
});
afterAll(async () => {
  globalThis.fetch = untouchedFetch;
  await program.close();
});
afterEach(async () => {
  await Promise.all(running.map((feeder) => feeder.stop()));
  running = [];
  await program.clearFaults();
});

function start(callsPerSecond = 200): Feeder {
  const feeder = runFeeder({ callsPerSecond });
  running.push(feeder);
  return feeder;
}

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

describe("the feeder", () => {
  it("fills the index, at no more than the rate it was given", async () => {
    await program.sandbox.call("POST", "/sandbox/reset", { scenario: "scale", cards: 60, transactions: 200 });
    calls = [];
    const startedAt = performance.now();
    start(50);
    await expect.poll(isFilled, { timeout: 20_000 }).toBe(true);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(calls.length).toBeGreaterThan(26);
    expect(calls.length).toBeLessThanOrEqual(seconds * 50 + 1);
  });

  it("brings what is new by itself", async () => {
    start();
    await program.sandbox.call("POST", "/sandbox/reset", {
      scenario: "scale",
      cards: 70,
      transactions: 10,
      seed: 3,
    });
    await expect.poll(async () => (await readIndexState()).cards.known, { timeout: 20_000 }).toBe(70);
    await expect.poll(async () => (await readIndexState()).transactions.known, { timeout: 20_000 }).toBe(10);
  });

  it("is one among several, and is relieved when it stops", async () => {
    const first = start();
    await expect.poll(holder).not.toBeNull();
    const feeding = await holder();
    start();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await holder()).toBe(feeding);
    await first.stop();
    await expect.poll(async () => ![null, feeding].includes(await holder()), { timeout: 8_000 }).toBe(true);
  }, 20_000);

  it("takes over from one that died, well within half a minute", async () => {
    const dead: string = randomUUID();
    await program.db.pool.query(
      "update index_lease set holder = $1, ends_at = clock_timestamp() + interval '1500 milliseconds'",
      [dead],
    );
    start();
    expect(await holder()).toBe(dead);
    await expect.poll(async () => ![null, dead].includes(await holder()), { timeout: 10_000 }).toBe(true);
    // A feeder that dies has at most its whole lease left; the others look every five seconds.
    expect(LEASE_SECONDS + 5).toBeLessThan(30);
  }, 20_000);

  it("makes no call before the time that the issuer asked for", async () => {
    start();
    await expect.poll(isFilled, { timeout: 20_000 }).toBe(true);
    await program.armFault({
      method: "GET",
      times: 1,
      fault: { type: "status", status: 429, retryAfterSeconds: 3 },
    });
    await expect.poll(() => program.countFaults(), { timeout: 5_000 }).toBe(0);
    const refusedAt = calls.at(-1) ?? 0;
    await expect.poll(() => calls.some((at) => at > refusedAt), { timeout: 10_000 }).toBe(true);
    expect((calls.find((at) => at > refusedAt) ?? 0) - refusedAt).toBeGreaterThanOrEqual(2_990);
  }, 30_000);

  it("leaves an issuer alone that does not answer, and comes back", async () => {
    start();
    await expect.poll(isFilled, { timeout: 20_000 }).toBe(true);
    await program.armFault({
      method: "GET",
      times: 1_000,
      fault: { type: "status", status: 503 },
    });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    calls = [];
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(calls.length).toBeLessThan(8);
    await program.clearFaults();
    const before = (await readIndexState()).cards.asOf ?? "";
    await expect
      .poll(async () => ((await readIndexState()).cards.asOf ?? "") > before, { timeout: 25_000 })
      .toBe(true);
  }, 45_000);
});
