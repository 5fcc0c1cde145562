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
import { TRIES } from "./settle-operations";

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

type Damage = [action: "create" | "reissue", damage: string, evidence: () => string | null];
const DAMAGES: Damage[] = [
  ["create", "can't be opened", () => "rubbish"],
  ["create", "is missing", () => null],
  ["create", "is of no known shape", () => seal({ input: { meta: 1 }, before: null })],
  ["reissue", "can't be opened", () => "rubbish"],
  ["reissue", "is of no known shape", () => seal("reissue")],
];

it.each(DAMAGES)(
  "a %s whose evidence %s goes to a person at once, who is told why",
  async (action, _, evidence) => {
    const card = await settlement.create(sampleConsumerRequest({ cardType: "virtual" }));
    const one =
      action === "create"
        ? createIntent()
        : intent("card.reissue", { cardId: card.id, request: renewal }, card.id);
    await settlement.createUnknownOperation(one, { lastFour: card.lastFour });
    await replaceEvidence(one, evidence());
    await settlement.settle();
    expect(await settlement.readOperation(one)).toMatchObject({ state: "unknown", attempts: TRIES });
    expect(await isUnreadable(one)).toBe(true);
  },
);

it("is settled after all when its evidence can be read again", async () => {
  const request = newRequest();
  const one = createIntent(request);
  await settlement.createUnknownOperation(one);
  const evidence = await replaceEvidence(one, "rubbish");
  await settlement.settle();
  await replaceEvidence(one, evidence);
  await settlement.advanceTime(3_600);
  await settlement.settle();
  expect((await settlement.readOperation(one)).state).toBe("failed");
});

it("a freeze needs none: its card's status tells", async () => {
  const card = await settlement.create(sampleConsumerRequest());
  const one = intent("card.freeze", { cardId: card.id, freeze: true }, card.id);
  await settlement.createUnknownOperation(one, null, 0);
  await issuer().freezeCard(card.id, true, () => recordSending(one.operationId));
  await replaceEvidence(one, "rubbish");
  await settlement.settle();
  expect((await settlement.readOperation(one)).state).toBe("succeeded");
});
