import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Intent, recordSending } from "@/lib/audit/operations";
import { seal } from "@/lib/db/seal";
import { issuer } from "@/lib/issuer/issuer";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import {
  createIntent,
  intent,
  newRequest,
  openTestOperations,
  type TestOperations,
} from "@/testing/unknown-operations";
import { MAX_INCONCLUSIVE_ATTEMPTS } from "./resolve-operations";

let operations: TestOperations;
beforeAll(async () => {
  operations = await openTestOperations();
});
afterAll(() => operations.close());
beforeEach(() => operations.reset());

async function replaceEvidence({ operationId }: Intent, evidence: string | null): Promise<string | null> {
  const { rows } = await operations.program.db.pool.query<{ evidence: string | null }>(
    `update operations o set evidence = $2 from operations old where o.id = $1 and old.id = o.id
     returning old.evidence`,
    [operationId, evidence],
  );
  return rows[0]?.evidence ?? null;
}

async function isUnreadable({ operationId }: Intent): Promise<boolean> {
  const { rows } = await operations.program.db.pool.query(
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
    const card = await operations.create(sampleConsumerRequest({ cardType: "virtual" }));
    const operation =
      action === "create"
        ? createIntent()
        : intent("card.reissue", { cardId: card.id, request: renewal }, card.id);
    await operations.createUnknownOperation(operation, { lastFour: card.lastFour });
    await replaceEvidence(operation, evidence());
    await operations.resolve();
    expect(await operations.readOperation(operation)).toMatchObject({
      state: "unknown",
      attempts: MAX_INCONCLUSIVE_ATTEMPTS,
    });
    expect(await isUnreadable(operation)).toBe(true);
  },
);

it("an operation is resolved once its evidence can be read again", async () => {
  const request = newRequest();
  const operation = createIntent(request);
  await operations.createUnknownOperation(operation);
  const evidence = await replaceEvidence(operation, "garbage");
  await operations.resolve();
  await replaceEvidence(operation, evidence);
  await operations.advanceTime(3_600);
  await operations.resolve();
  expect((await operations.readOperation(operation)).state).toBe("failed");
});

it("a freeze needs no evidence, because the card's status shows the outcome", async () => {
  const card = await operations.create(sampleConsumerRequest());
  const operation = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
  await operations.createUnknownOperation(operation, null, 0);
  await issuer().freezeCard(card.id, true, () => recordSending(operation.operationId));
  await replaceEvidence(operation, "garbage");
  await operations.resolve();
  expect((await operations.readOperation(operation)).state).toBe("succeeded");
});
