import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Intent, recordSending } from "@/lib/audit/operations";
import { seal } from "@/lib/db/seal";
import { issuer } from "@/lib/issuer/issuer";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  createIntent,
  intent,
  newRequest,
  openTestSettlement,
  type TestSettlement,
} from "@/testing/settlement";
import { MAX_INCONCLUSIVE_ATTEMPTS } from "./settle-operations";

let settlement: TestSettlement;
beforeAll(async () => {
  settlement = await openTestSettlement();
});
afterAll(() => settlement.close());
beforeEach(() => settlement.reset());

async function replaceEvidence({ operationId }: Intent, evidence: string | null): Promise<string | null> {
  const { rows } = await settlement.program.db.pool.query<{ evidence: string | null }>(
    `update operations o set evidence = $2 from operations old where o.id = $1 and old.id = o.id
     returning old.evidence`,
    [operationId, evidence],
  );
  return rows[0]?.evidence ?? null;
}

async function isUnreadable({ operationId }: Intent): Promise<boolean> {
  const { rows } = await settlement.program.db.pool.query(
    "select is_evidence_unreadable from operations where id = $1",
    [operationId],
  );
  return rows[0].is_evidence_unreadable;
}

const renewal = { renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" };

type DamageCase = [action: "create" | "reissue", damage: string, evidence: () => string | null];
const DAMAGE_CASES: DamageCase[] = [
  ["create", "can't be decrypted", () => "garbage"],
  ["create", "is missing", () => null],
  ["create", "has an unknown format", () => seal({ input: { meta: 1 }, before: null })],
  ["reissue", "can't be decrypted", () => "garbage"],
  ["reissue", "has an unknown format", () => seal("reissue")],
];

it.each(DAMAGE_CASES)(
  "a %s whose evidence %s needs a person immediately and says why",
  async (action, _, evidence) => {
    const card = await settlement.create(sampleConsumerRequest({ cardType: "virtual" }));
    const operation =
      action === "create"
        ? createIntent()
        : intent("card.reissue", { cardId: card.id, request: renewal }, card.id);
    await settlement.createUnknownOperation(operation, { lastFour: card.lastFour });
    await replaceEvidence(operation, evidence());
    await settlement.settle();
    expect(await settlement.readOperation(operation)).toMatchObject({
      state: "unknown",
      attempts: MAX_INCONCLUSIVE_ATTEMPTS,
    });
    expect(await isUnreadable(operation)).toBe(true);
  },
);

it("an operation is settled once its evidence can be read again", async () => {
  const request = newRequest();
  const operation = createIntent(request);
  await settlement.createUnknownOperation(operation);
  const evidence = await replaceEvidence(operation, "garbage");
  await settlement.settle();
  await replaceEvidence(operation, evidence);
  await settlement.advanceTime(3_600);
  await settlement.settle();
  expect((await settlement.readOperation(operation)).state).toBe("failed");
});

it("a freeze needs no evidence, because the card's status shows the outcome", async () => {
  const card = await settlement.create(sampleConsumerRequest());
  const operation = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
  await settlement.createUnknownOperation(operation, null, 0);
  await issuer().freezeCard(card.id, true, () => recordSending(operation.operationId));
  await replaceEvidence(operation, "garbage");
  await settlement.settle();
  expect((await settlement.readOperation(operation)).state).toBe("succeeded");
});
