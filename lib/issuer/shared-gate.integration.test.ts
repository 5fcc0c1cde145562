import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { openTestProgram, type TestProgram } from "@/testing/card-program";
import { failureOf } from "@/testing/issuer-test-bench";
import { createIssuer, type Issuer } from "./create-issuer";
import { createDatabaseGate } from "./database-gate";

let program: TestProgram;
/** The offset of the instances' clocks. */
let clockOffsetMs: number;
let first: Dashboard;
let second: Dashboard;

beforeAll(async () => {
  program = await openTestProgram();
});
afterAll(() => program.close());
beforeEach(async () => {
  clockOffsetMs = 0;
  await program.clearFaults();
  await program.db.pool.query(
    "update issuer_gate set version = 0, not_before = null, open_until = null, probe_until = null",
  );
  first = openDashboard();
  second = openDashboard();
});

type Dashboard = { issuer: Issuer; sent: number; reads: number; release: Promise<void> };

/** A client like that of one process, which counts its requests and its reads of the database. */
function openDashboard(pool: pg.Pool = program.db.pool): Dashboard {
  const store = createDatabaseGate(pool);
  const dashboard = { sent: 0, reads: 0, release: Promise.resolve() } as Dashboard;
  dashboard.issuer = createIssuer({
    ...env().issuer,
    timeoutMs: 5_000,
    now: () => performance.now() + clockOffsetMs,
    fetch: async (url, init) => {
      dashboard.sent += 1;
      await dashboard.release;
      return fetch(url, init);
    },
    gate: {
      ...store,
      read: () => {
        dashboard.reads += 1;
        return store.read();
      },
    },
  });
  return dashboard;
}

async function openBreakerOf({ issuer }: Dashboard): Promise<void> {
  await program.addFault({ times: 1_000, fault: { type: "status", status: 500 } });
  for (let call = 0; call < 5; call += 1) await issuer.listCardDesigns();
  expect(issuer.state().breaker).toBe("open");
}

async function makeProbeDue(): Promise<void> {
  clockOffsetMs += 10_000;
  await program.db.pool.query("update issuer_gate set open_until = now() - interval '1 second'");
}

describe("instances on the same database", () => {
  it("send nothing during a rate limit that only the other instance received", async () => {
    const fault = { type: "status", status: 429, retryAfterSeconds: 60 };
    await program.addFault({ times: 1, fault });
    expect(failureOf(await first.issuer.freezeCard("any", true))).toMatchObject({ kind: "rate-limited" });
    const failed = failureOf(await second.issuer.listCardDesigns());
    expect(failed).toMatchObject({ kind: "rate-limited", attempts: 0 });
    expect(second.sent).toBe(0);
  });

  it("send nothing while the other instance's breaker is open", async () => {
    await openBreakerOf(first);
    expect(failureOf(await second.issuer.listCardDesigns())).toMatchObject({
      breakerOpen: true,
      attempts: 0,
    });
    expect(second.sent).toBe(0);
    expect(second.issuer.state().breaker).toBe("open");
  });

  it("send one probe between them, and all close the breaker if it succeeds", async () => {
    await openBreakerOf(first);
    await second.issuer.listCardDesigns();
    await program.clearFaults();
    await makeProbeDue();
    let release = () => {};
    first.release = new Promise((resolve) => {
      release = resolve;
    });
    const before = first.sent;
    const probe = first.issuer.listCardDesigns();
    await expect.poll(() => first.sent, { interval: 5 }).toBe(before + 1);
    for (let call = 0; call < 5; call += 1) {
      expect(failureOf(await second.issuer.listCardDesigns())).toMatchObject({ attempts: 0 });
    }
    expect(second.sent).toBe(0);
    release();
    expect((await probe).ok).toBe(true);
    clockOffsetMs += 1_001;
    expect((await second.issuer.listCardDesigns()).ok).toBe(true);
    expect(second.issuer.state().breaker).toBe("closed");
  });

  it("never use a create as the probe", async () => {
    await openBreakerOf(first);
    await makeProbeDue();
    await second.issuer.listCardDesigns();
    await makeProbeDue();
    await program.db.pool.query("update issuer_gate set probe_until = now() + interval '1 minute'");
    const failed = failureOf(
      await first.issuer.reissueCard("any", { renewOption: "CALCULATE_NEW_EXPIRY_DATE" }),
    );
    expect(failed).toMatchObject({ kind: "unavailable", attempts: 0 });
  });
});

it("reads the database once a second, however many calls are made", async () => {
  await Promise.all(Array.from({ length: 50 }, () => first.issuer.listCardDesigns()));
  clockOffsetMs = -1_000_000;
  for (let call = 0; call < 5; call += 1) await first.issuer.listCardDesigns();
  expect(first.reads).toBe(1);
});

it("relies on the instance's own calls while the database is unavailable", async () => {
  const unreachable = new pg.Pool({ connectionString: "postgres://127.0.0.1:9/none" });
  const isolated = openDashboard(unreachable);
  expect((await isolated.issuer.listCardDesigns()).ok).toBe(true);
  await openBreakerOf(isolated);
  const { sent } = isolated;
  expect(failureOf(await isolated.issuer.listCardDesigns())).toMatchObject({
    breakerOpen: true,
    attempts: 0,
  });
  expect(isolated.sent).toBe(sent);
  await program.clearFaults();
  clockOffsetMs += 10_000;
  expect((await isolated.issuer.listCardDesigns()).ok).toBe(true);
  await unreachable.end();
});
