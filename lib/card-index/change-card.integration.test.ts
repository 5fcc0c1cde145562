import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { beginOperation, finishOperation, type Trace } from "@/lib/audit/operations";
import { listAudit } from "@/lib/audit/read";
import { databaseNow } from "@/lib/card-index/sync/index-write";
import { recordInIndex } from "@/lib/card-index/sync/record-in-index";
import { writeCards } from "@/lib/card-index/sync/write-cards";
import type { Card } from "@/lib/contract/card";
import type { IssuerResult } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestProgram, type TestProgram } from "@/testing/card-program";
import { connectionReset, IssuerTestBench, respondInOrder } from "@/testing/issuer-test-bench";
import { asBlocked, asFrozen, asReissued, changeCard } from "./change-card";

let program: TestProgram;
let card: Card;
let trace: Trace;

beforeAll(async () => {
  program = await openTestProgram();
});
afterAll(() => program.close());
beforeEach(async () => {
  trace = {};
  card = (await program.sandbox.api<Card>("POST", "/cards/", sampleConsumerRequest({ cardType: "virtual" })))
    .body;
  await recordInIndex("own-change", () => issuer().retrieveCard(card.id));
});

/** The issuer confirms the change, and the next read of the card fails. */
async function makeUnreadableAfter<T>(change: Promise<IssuerResult<T>>): Promise<IssuerResult<T>> {
  const confirmed = await change;
  const fault = { type: "status", status: 500 };
  await program.addFault({ method: "GET", path: `/cards/${card.id}/`, times: 1, fault });
  return confirmed;
}

async function readIndexed(): Promise<{ status: string; last_four: string }> {
  const { rows } = await program.db.pool.query("select status, last_four from indexed_cards where id = $1", [
    card.id,
  ]);
  return rows[0];
}

describe("a confirmed change whose card can't be read afterward", () => {
  it("is a confirmed freeze, and the index shows the card as frozen", async () => {
    const result = await changeCard(card.id, trace, {
      isUrgent: false,
      send: () => makeUnreadableAfter(issuer().freezeCard(card.id, true)),
      expected: asFrozen(true),
    });
    expect(result).toMatchObject({ ok: true, data: { card: { status: "FROZEN" }, isReadBack: false } });
    expect(trace).toMatchObject({ before: { status: "ACTIVE" }, issuer: { status: 200 } });
    expect(trace.after).toBeUndefined();
    expect(trace.message).toContain("couldn’t read the card again");
    expect((await readIndexed()).status).toBe("FROZEN");
  });

  it("is a confirmed freeze even if our own database is unavailable", async () => {
    const result = await changeCard(card.id, trace, {
      isUrgent: false,
      async send() {
        const confirmed = await issuer().freezeCard(card.id, true);
        vi.spyOn(program.db.pool, "query").mockRejectedValue(new Error("Connection terminated"));
        return confirmed;
      },
      expected: asFrozen(true),
    }).finally(() => vi.restoreAllMocks());
    expect(result).toMatchObject({ ok: true, data: { card: { status: "FROZEN" }, isReadBack: false } });
    expect(trace.message).toContain("couldn’t read the card again");
  });

  it("is a confirmed block", async () => {
    const result = await changeCard(card.id, trace, {
      isUrgent: false,
      send: () => makeUnreadableAfter(issuer().blockCard(card.id, "lost")),
      expected: asBlocked("lost"),
    });
    expect(result).toMatchObject({
      ok: true,
      data: { card: { status: "BLOCKED", statusReason: "lost" }, isReadBack: false },
    });
    expect((await readIndexed()).status).toBe("BLOCKED");
  });

  it("is a confirmed reissue with an unknown new number", async () => {
    const result = await changeCard(card.id, trace, {
      isUrgent: false,
      send: () =>
        makeUnreadableAfter(
          issuer().reissueCard(card.id, { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" }),
        ),
      expected: asReissued,
    });
    expect(result).toMatchObject({
      ok: true,
      data: { card: { lastFour: card.lastFour }, isReadBack: false },
    });
    expect((await readIndexed()).last_four).toBe(card.lastFour);
  });

  describe("a confirmed reissue whose new number is read later", () => {
    beforeEach(async () => {
      const actor = { id: randomUUID(), name: "Jonas Weber", role: "manager" as const };
      const operationId = randomUUID();
      const target = card.id;
      const one = { operationId, actor, action: "card.reissue", target, input: {}, address: null };
      await beginOperation(one);
      const renewal = { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" } as const;
      const result = await changeCard(card.id, trace, {
        isUrgent: false,
        send: () => makeUnreadableAfter(issuer().reissueCard(card.id, renewal)),
        expected: asReissued,
      });
      await finishOperation(one, result, trace, 10);
    });

    async function readBySync(): Promise<void> {
      const requestedAt = await databaseNow();
      const { body } = await program.sandbox.api<Card>("GET", `/cards/${card.id}/`);
      await writeCards([body], { requestedAt, source: "sync" });
    }
    const freezeElsewhere = () => program.sandbox.api("PUT", `/cards/${card.id}/freeze/`, { freeze: true });
    const changesElsewhere = async () =>
      (await listAudit({ target: card.id, action: "card.changed-outside" }, { limit: 10 })).rows;
    const frozenElsewhere = [{ message: "Changed outside Cardwell: ACTIVE → FROZEN" }];

    it("is not recorded as a change made elsewhere, but a later change is", async () => {
      await readBySync();
      expect(await changesElsewhere()).toEqual([]);
      await freezeElsewhere();
      await readBySync();
      expect(await changesElsewhere()).toMatchObject(frozenElsewhere);
    });

    it("doesn't hide another change in the same read", async () => {
      await freezeElsewhere();
      await readBySync();
      expect(await changesElsewhere()).toMatchObject(frozenElsewhere);
    });
  });
});

describe("an urgent change of a card that can't be read first", () => {
  const freeze = {
    isUrgent: true,
    send: () => issuer().freezeCard(card.id, true),
    expected: asFrozen(true),
  };

  /** This many reads of the card fail; the status prevents retries. */
  function failReads(times: number): Promise<void> {
    const fault = { type: "status", status: 500 };
    return program.addFault({ method: "GET", path: `/cards/${card.id}/`, times, fault });
  }

  it("is sent anyway and verified", async () => {
    await failReads(1);
    expect(await changeCard(card.id, trace, freeze)).toMatchObject({
      ok: true,
      data: { card: { status: "FROZEN" }, isReadBack: true },
    });
    expect(trace.before).toBeUndefined();
    expect(trace).toMatchObject({ issuer: { status: 200 }, after: { status: "FROZEN" } });
  });

  it("is returned with the indexed card if no read succeeds", async () => {
    await failReads(2);
    expect(await changeCard(card.id, trace, freeze)).toMatchObject({
      ok: true,
      data: { card: { status: "FROZEN", lastFour: card.lastFour }, isReadBack: false },
    });
    expect((await readIndexed()).status).toBe("FROZEN");
  });

  it("is confirmed even if the card is not in the index", async () => {
    await program.db.pool.query("delete from indexed_cards where id = $1", [card.id]);
    await failReads(2);
    expect(await changeCard(card.id, trace, freeze)).toMatchObject({
      ok: true,
      data: { card: null, isReadBack: false },
    });
  });

  it("is not sent if the issuer has no such card", async () => {
    const send = vi.fn(freeze.send);
    const result = await changeCard(randomUUID(), trace, { ...freeze, send });
    expect(result).toMatchObject({ ok: false, error: { code: "not-found" } });
    expect(send).not.toHaveBeenCalled();
  });

  it("returns the issuer's error if the change fails too", async () => {
    await failReads(1);
    const fault = { type: "status", status: 503 };
    await program.addFault({ method: "PUT", path: `/cards/${card.id}/freeze/`, times: 1, fault });
    expect(await changeCard(card.id, trace, freeze)).toMatchObject({
      ok: false,
      error: { code: "issuer-unavailable" },
    });
    expect(trace.issuer).toMatchObject({ status: 503 });
  });
});

it("doesn't send a non-urgent change if the card can't be read first", async () => {
  const fault = { type: "status", status: 500 };
  await program.addFault({ method: "GET", path: `/cards/${card.id}/`, times: 1, fault });
  const send = vi.fn(() => issuer().freezeCard(card.id, false));
  const result = await changeCard(card.id, trace, { isUrgent: false, send, expected: asFrozen(false) });
  expect(result).toMatchObject({ ok: false, error: { code: "issuer-unavailable" } });
  expect(send).not.toHaveBeenCalled();
  expect(trace.issuer).toBeUndefined();
});

it("records no issuer response if the request never reached the issuer, so that its outcome is not in doubt", async () => {
  const bench = new IssuerTestBench();
  const unreachable = bench.client(respondInOrder(connectionReset));
  for (let call = 0; call < 3; call += 1) await unreachable.listCardDesigns();
  expect(unreachable.state().breaker).not.toBe("closed");
  const send = () => unreachable.freezeCard(card.id, true);
  const result = await changeCard(card.id, trace, { isUrgent: true, send, expected: asFrozen(true) });
  expect(result).toMatchObject({ ok: false, error: { code: "issuer-unavailable" } });
  expect(trace.issuer).toBeUndefined();
});

it("returns the issuer's card if it can be read afterward", async () => {
  const result = await changeCard(card.id, trace, {
    isUrgent: false,
    send: () => issuer().freezeCard(card.id, true),
    expected: asFrozen(true),
  });
  expect(result).toMatchObject({ ok: true, data: { card: { status: "FROZEN" }, isReadBack: true } });
  expect(trace.after).toMatchObject({ status: "FROZEN" });
  expect(trace.message).toBeUndefined();
});

it("expects a blocked card to stay blocked after a freeze or unfreeze", () => {
  const blocked = { ...card, status: "BLOCKED" };
  expect(asFrozen(true)(blocked).status).toBe("BLOCKED");
  expect(asFrozen(false)(blocked).status).toBe("BLOCKED");
  expect(asFrozen(false)({ ...card, status: "FROZEN" }).status).toBe("ACTIVE");
});
