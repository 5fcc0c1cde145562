import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginOperation, finishOperation, type Intent } from "@/lib/audit/operations";
import { sampleConsumerRequest } from "@/lib/contract/arbitraries";
import type { Card } from "@/lib/contract/card";
import { openTestDashboard } from "@/lib/db/testing";
import { failure, type Result } from "@/lib/domain/result";
import { closeBus } from "@/lib/events/bus";
import { issuer } from "@/lib/issuer/issuer";
import type { Database } from "@/lib/postgres/open-database";
import { listen, openTestSandbox, type TestSandbox } from "@/sandbox/testing";
import { stopJobs } from "./queue";
import { settleOperationsJob, TRIES } from "./settle-operations";

let db: Database;
let sandbox: TestSandbox;
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  sandbox = await openTestSandbox();
  server = await listen(sandbox);
  process.env.SANDBOX_PORT = new URL(server.origin).port;
  db = await openTestDashboard();
});
afterAll(async () => {
  await stopJobs();
  await closeBus();
  await db.close();
  await server.close();
  await sandbox.close();
});
beforeEach(() => db.pool.query("delete from operations"));

const lost = failure({
  code: "unknown-outcome",
  message: "No answer came.",
  requestId: "r",
  retry: "unsafe",
});

function intent(action: string, input: unknown, target: string | null = null): Intent {
  const actor = { id: randomUUID(), name: "Jonas Weber", role: "manager" as const };
  return { operationId: randomUUID(), actor, action, target, input, address: null };
}

/** An operation whose answer was lost, long enough ago to be judged. */
async function leaveUnknown(one: Intent, before: unknown = null): Promise<void> {
  await beginOperation(one);
  await finishOperation(one, lost, { before }, 10_000);
  await letTimePass(one, 40);
}

async function letTimePass(one: Intent, seconds: number): Promise<void> {
  await db.pool.query("update operations set begun_at = begun_at - make_interval(secs => $2) where id = $1", [
    one.operationId,
    seconds,
  ]);
}

async function outcome(
  one: Intent,
): Promise<{ state: string; target: string | null; result: Result<unknown> }> {
  const { rows } = await db.pool.query("select state, target, result from operations where id = $1", [
    one.operationId,
  ]);
  return rows[0];
}

async function create(request: unknown): Promise<Card> {
  return (await sandbox.api<Card>("POST", "/cards/", request)).body;
}

describe("a create whose answer was lost", () => {
  it("is found by customer, name and type: it happened", async () => {
    const request = sampleConsumerRequest({ meta: { id: randomUUID() } });
    const one = intent("card.create", request);
    await leaveUnknown(one);
    const card = await create(request);
    await settleOperationsJob.run({});
    expect(await outcome(one)).toMatchObject({
      state: "succeeded",
      target: card.id,
      result: { ok: true, data: { id: card.id } },
    });
  });

  it("is not found: it did not happen, and trying again is safe", async () => {
    const one = intent("card.create", sampleConsumerRequest({ meta: { id: randomUUID() } }));
    await leaveUnknown(one);
    await settleOperationsJob.run({});
    expect(await outcome(one)).toMatchObject({
      state: "failed",
      result: { ok: false, error: { retry: "safe" } },
    });
  });

  it("is given time before it is called a failure, however many jobs look meanwhile", async () => {
    const one = intent("card.create", sampleConsumerRequest({ meta: { id: randomUUID() } }));
    await beginOperation(one);
    await finishOperation(one, lost, {}, 10_000);
    for (let jobs = 0; jobs <= TRIES; jobs += 1) await settleOperationsJob.run({});
    expect((await outcome(one)).state).toBe("unknown");
    await letTimePass(one, 40);
    await settleOperationsJob.run({});
    expect((await outcome(one)).state).toBe("failed");
  });

  it("is not mistaken for a card that another operation made", async () => {
    const request = sampleConsumerRequest({ meta: { id: randomUUID() } });
    const [first, second] = [intent("card.create", request), intent("card.create", request)];
    await leaveUnknown(first);
    await leaveUnknown(second);
    const card = await create(request);
    await settleOperationsJob.run({});
    expect(await outcome(first)).toMatchObject({ state: "succeeded", target: card.id });
    expect(await outcome(second)).toMatchObject({ state: "failed" });
  });

  it("stays open for a person when two cards could be it", async () => {
    const request = sampleConsumerRequest({ meta: { id: randomUUID() } });
    const one = intent("card.create", request);
    await leaveUnknown(one);
    await create(request);
    await create(request);
    await settleOperationsJob.run({});
    expect((await outcome(one)).state).toBe("unknown");
  });

  it("waits while the issuer cannot be asked", async () => {
    const one = intent("card.create", sampleConsumerRequest({ meta: { id: randomUUID() } }));
    await leaveUnknown(one);
    const fault = { method: "GET", path: "/cards/", times: 3, fault: { type: "status", status: 503 } };
    await sandbox.call("DELETE", "/sandbox/faults");
    expect(
      (
        await fetch(`${server.origin}/sandbox/faults`, {
          method: "POST",
          body: JSON.stringify(fault),
          headers: { "x-payments-api-key": sandbox.sandbox.config.apiKey },
        })
      ).status,
    ).toBe(201);
    await settleOperationsJob.run({});
    expect((await outcome(one)).state).toBe("unknown");
    await settleOperationsJob.run({});
    expect((await outcome(one)).state).toBe("failed");
  });
});

describe("a reissue whose answer was lost", () => {
  it("shows in the last four digits", async () => {
    const card = await create(sampleConsumerRequest({ cardType: "virtual" }));
    const renewal = { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" };
    const one = intent("card.reissue", { cardId: card.id, request: renewal }, card.id);
    await leaveUnknown(one, { lastFour: card.lastFour });
    let lastFour = card.lastFour;
    // One new number in ten thousand ends in the same four digits.
    while (lastFour === card.lastFour) {
      await sandbox.api("PUT", `/cards/${card.id}/replace/`, renewal);
      lastFour = (await sandbox.api<Card>("GET", `/cards/${card.id}/`)).body.lastFour;
    }
    await settleOperationsJob.run({});
    expect((await outcome(one)).state).toBe("succeeded");
  });

  it("that keeps the number leaves no trace, and stays open for a person", async () => {
    const card = await create(sampleConsumerRequest({ cardType: "virtual" }));
    const one = intent(
      "card.reissue",
      { cardId: card.id, request: { renewOption: "CALCULATE_NEW_EXPIRY_DATE" } },
      card.id,
    );
    await leaveUnknown(one, { lastFour: card.lastFour });
    await settleOperationsJob.run({});
    expect((await outcome(one)).state).toBe("unknown");
  });
});

describe("an operation whose process died", () => {
  it("is settled by the card's state", async () => {
    const card = await create(sampleConsumerRequest());
    const one = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
    await beginOperation(one);
    await issuer().freezeCard(card.id, true);
    await settleOperationsJob.run({});
    expect((await outcome(one)).state).toBe("begun");
    await letTimePass(one, 120);
    await settleOperationsJob.run({});
    expect((await outcome(one)).state).toBe("succeeded");
  });
});
