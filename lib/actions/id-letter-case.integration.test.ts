import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEMO_PEOPLE, findPersonByEmail, seedDemoPeople } from "@/lib/auth/people";
import { readCard } from "@/lib/card-index/status/read-card";
import type { Card } from "@/lib/contract/card";
import { stopJobs } from "@/lib/jobs/queue";
import { getCard } from "@/lib/queries/card";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openTestProgram, type TestProgram } from "@/testing/card-program";
import { signInAs } from "@/testing/sign-in-as";
import { advanceTransaction } from "./advance-transaction";
import { blockCard } from "./block-card";
import { changeRole } from "./change-role";
import { freezeCard } from "./freeze-card";
import { reissueCard } from "./reissue-card";
import { reprocessWebhook } from "./reprocess-webhook";
import { simulatePurchase } from "./simulate-purchase";

let program: TestProgram;
let card: Card;
let otherSpelling: string;

beforeAll(async () => {
  program = await openTestProgram();
  await seedDemoPeople("sandbox");
  await signInAs("admin");
});
afterAll(async () => {
  await stopJobs();
  await program.close();
});
beforeEach(async () => {
  const request = sampleConsumerRequest({ cardType: "virtual" });
  card = (await program.sandbox.api<Card>("POST", "/cards/", request)).body;
  otherSpelling = card.id.toUpperCase();
});

async function issueAtIssuer(): Promise<Card> {
  return (await program.sandbox.api<Card>("GET", `/cards/${card.id}/`)).body;
}

/** Makes both reads of a card fail that the index doesn't know. */
async function makeUnreadable(cardId: string): Promise<void> {
  const fault = { type: "status", status: 500 };
  await program.addFault({ method: "GET", path: `/cards/${cardId}/`, times: 2, fault });
}

async function lastTarget(action: string): Promise<string | null> {
  const { rows } = await program.db.pool.query<{ target: string | null }>(
    "select target from audit where action = $1 order by seq desc limit 1",
    [action],
  );
  return rows[0]?.target ?? null;
}

// Like any issuer with UUIDs, the sandbox finds a card by its ID in any letter case.
describe("a card ID in another letter case", () => {
  it("doesn't find the card", async () => {
    expect(await getCard({ cardId: card.id })).toMatchObject({ ok: true });
    expect(await getCard({ cardId: otherSpelling })).toMatchObject({ error: { code: "not-found" } });
  });

  it("doesn't bypass the lock of an open reissue", async () => {
    const request = { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" as const };
    const mixed = card.id.replace(/[a-f]/, (letter) => letter.toUpperCase());
    const results = await Promise.all(
      [card.id, otherSpelling, mixed].map((cardId) => reissueCard(randomUUID(), { cardId, request })),
    );
    expect(results.map((result) => (result.ok ? "reissued" : result.error.code))).toEqual([
      "reissued",
      "not-found",
      "not-found",
    ]);
  });

  it("doesn't freeze or block the card", async () => {
    const freeze = await freezeCard(randomUUID(), { cardId: otherSpelling, freeze: true });
    expect(freeze).toMatchObject({ error: { code: "not-found" } });
    const block = await blockCard(randomUUID(), { cardId: otherSpelling, reason: "lost" });
    expect(block).toMatchObject({ error: { code: "not-found" } });
    expect(await issueAtIssuer()).toMatchObject({ status: "ACTIVE" });
  });

  it("doesn't freeze an indexed card while the issuer can't be read", async () => {
    await readCard(card.id);
    await makeUnreadable(otherSpelling);
    const freeze = await freezeCard(randomUUID(), { cardId: otherSpelling, freeze: true });
    expect(freeze).toMatchObject({ error: { code: "not-found" } });
    expect(await program.countFaults()).toBe(0);
    expect(await issueAtIssuer()).toMatchObject({ status: "ACTIVE" });
  });

  it("freezes a card that is not indexed while the issuer can't be read", async () => {
    await makeUnreadable(card.id);
    expect(await freezeCard(randomUUID(), { cardId: card.id, freeze: true })).toMatchObject({ ok: true });
    expect(await issueAtIssuer()).toMatchObject({ status: "FROZEN" });
  });
});

describe("an ID with a canonical spelling", () => {
  it("is recorded as the card's and the transaction's own ID", async () => {
    const paid = await simulatePurchase(randomUUID(), { cardId: otherSpelling, amount: 1 });
    if (!paid.ok) throw new Error(paid.error.message);
    expect(await lastTarget("sandbox.purchase")).toBe(card.id);
    const { id } = paid.data.transaction;
    await advanceTransaction(randomUUID(), { transactionId: id.toUpperCase(), step: "clear" });
    expect(await lastTarget("sandbox.clear")).toBe(id);
  });

  it("is recorded as the person's own ID", async () => {
    const person = await findPersonByEmail(program.db.pool, DEMO_PEOPLE.finance.email);
    const personId = person?.id ?? "";
    const changed = await changeRole(randomUUID(), { personId: personId.toUpperCase(), role: "finance" });
    expect(changed).toMatchObject({ ok: true });
    expect(await lastTarget("person.change-role")).toBe(personId);
  });

  it("doesn't let an admin change their own role", async () => {
    const self = await findPersonByEmail(program.db.pool, DEMO_PEOPLE.admin.email);
    const personId = self?.id.toUpperCase() ?? "";
    const changed = await changeRole(randomUUID(), { personId, role: "support" });
    expect(changed).toMatchObject({
      error: { code: "refused", message: expect.stringContaining("your own") },
    });
  });

  it("is rejected if it is a number in another spelling", async () => {
    expect(await reprocessWebhook(randomUUID(), { deliveryId: "01" })).toMatchObject({
      error: { code: "invalid" },
    });
  });

  it("is one intent, in whatever letter case the operation ID is sent", async () => {
    const operationId = randomUUID();
    const freeze = { cardId: card.id, freeze: true } as const;
    expect(await freezeCard(operationId, freeze)).toMatchObject({ ok: true });
    expect(await freezeCard(operationId.toUpperCase(), freeze)).toMatchObject({ ok: true });
  });
});
