import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import { openTestProgram, type TestProgram } from "@/testing/card-program";
import { failureOf } from "@/testing/issuer-test-bench";
import { createIssuer, type Issuer } from "./create-issuer";
import { gateIn } from "./database-gate";

let program: TestProgram;
/** How far the dashboards' own clocks were moved. */
let movedMs: number;
let here: Dashboard;
let there: Dashboard;

beforeAll(async () => {
  program = await openTestProgram();
});
afterAll(() => program.close());
beforeEach(async () => {
  movedMs = 0;
  await program.clearFaults();
  await program.db.pool.query(
    "update issuer_gate set version = 0, not_before = null, open_until = null, probe_until = null",
  );
  here = openDashboard();
  there = openDashboard();
});

type Dashboard = { issuer: Issuer; sent: number; reads: number; release: Promise<void> };

/** A client as each process has one, with what it sent and how often it looked into the database. */
function openDashboard(pool: pg.Pool = program.db.pool): Dashboard {
  const store = gateIn(pool);
  const dashboard = { sent: 0, reads: 0, release: Promise.resolve() } as Dashboard;
  dashboard.issuer = createIssuer({
    ...env().issuer,
    timeoutMs: 5_000,
    now: () => performance.now() + movedMs,
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
  await program.armFault({ times: 1_000, fault: { type: "status", status: 500 } });
  for (let call = 0; call < 5; call += 1) await issuer.listCardDesigns();
  expect(issuer.state().breaker).toBe("open");
}

/** The time of the open breaker is over, in all processes and in the database. */
async function letProbeBecomeDue(): Promise<void> {
  movedMs += 10_000;
  await program.db.pool.query("update issuer_gate set open_until = now() - interval '1 second'");
}

describe("what one dashboard meets, another on the same database knows", () => {
  it("sends nothing while the issuer wants a pause that only the other was told of", async () => {
    const fault = { type: "status", status: 429, retryAfterSeconds: 60 };
    await program.armFault({ times: 1, fault });
    expect(failureOf(await here.issuer.freezeCard("any", true))).toMatchObject({ kind: "rate-limited" });
    const failed = failureOf(await there.issuer.listCardDesigns());
    expect(failed).toMatchObject({ kind: "rate-limited", attempts: 0 });
    expect(there.sent).toBe(0);
  });

  it("sends nothing while the other's breaker is open", async () => {
    await openBreakerOf(here);
    expect(failureOf(await there.issuer.listCardDesigns())).toMatchObject({ breakerOpen: true, attempts: 0 });
    expect(there.sent).toBe(0);
    expect(there.issuer.state().breaker).toBe("open");
  });

  it("lets one probe out of all dashboards, and closes for all when it succeeds", async () => {
    await openBreakerOf(here);
    await there.issuer.listCardDesigns();
    await program.clearFaults();
    await letProbeBecomeDue();
    let release = () => {};
    here.release = new Promise((resolve) => {
      release = resolve;
    });
    const before = here.sent;
    const probe = here.issuer.listCardDesigns();
    await expect.poll(() => here.sent, { interval: 5 }).toBe(before + 1);
    for (let call = 0; call < 5; call += 1) {
      expect(failureOf(await there.issuer.listCardDesigns())).toMatchObject({ attempts: 0 });
    }
    expect(there.sent).toBe(0);
    release();
    expect((await probe).ok).toBe(true);
    movedMs += 1_001;
    expect((await there.issuer.listCardDesigns()).ok).toBe(true);
    expect(there.issuer.state().breaker).toBe("closed");
  });

  it("never takes a create for the probe", async () => {
    await openBreakerOf(here);
    await letProbeBecomeDue();
    await there.issuer.listCardDesigns();
    await letProbeBecomeDue();
    await program.db.pool.query("update issuer_gate set probe_until = now() + interval '1 minute'");
    const failed = failureOf(
      await here.issuer.reissueCard("any", { renewOption: "CALCULATE_NEW_EXPIRY_DATE" }),
    );
    expect(failed).toMatchObject({ kind: "unavailable", attempts: 0 });
  });
});

it("asks the database once a second, however many calls are made", async () => {
  await Promise.all(Array.from({ length: 50 }, () => here.issuer.listCardDesigns()));
  movedMs = -1_000_000;
  for (let call = 0; call < 5; call += 1) await here.issuer.listCardDesigns();
  expect(here.reads).toBe(1);
});

it("leaves each dashboard to itself when the database is away", async () => {
  const nowhere = new pg.Pool({ connectionString: "postgres://127.0.0.1:9/none" });
  const alone = openDashboard(nowhere);
  expect((await alone.issuer.listCardDesigns()).ok).toBe(true);
  await openBreakerOf(alone);
  const { sent } = alone;
  expect(failureOf(await alone.issuer.listCardDesigns())).toMatchObject({ breakerOpen: true, attempts: 0 });
  expect(alone.sent).toBe(sent);
  await program.clearFaults();
  movedMs += 10_000;
  expect((await alone.issuer.listCardDesigns()).ok).toBe(true);
  await nowhere.end();
});
