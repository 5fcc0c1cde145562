import { randomInt } from "node:crypto";
import { z } from "zod";
import { REQUIRED, requiredText } from "@/lib/contract/text";
import { roundMoney } from "@/lib/domain/money/money";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { toWholeSecond } from "@/sandbox/clock";
import { type DeclineCode, declineCode } from "@/sandbox/domain/authorization";
import { newId } from "@/sandbox/domain/ids";
import { price } from "@/sandbox/domain/pricing";
import { HttpError, parse } from "@/sandbox/http/http-error";
import { changeCredit } from "@/sandbox/store/cards";
import type { StoredCard, TransactionRecord } from "@/sandbox/store/records";
import type { World } from "@/sandbox/worlds/world";
import { getCard } from "./change-card";

const MAX_AMOUNT = 1_000_000_000_000;

export const Authorization = z.object({
  cardId: requiredText(),
  amount: z
    .number({ error: (issue) => (issue.input === undefined ? REQUIRED : "must be a number") })
    .positive({ error: "must be more than 0" })
    .max(MAX_AMOUNT, { error: `must be at most ${MAX_AMOUNT}` }),
  currency: z.string().optional(),
  merchant: requiredText({ max: 100 }).default("Sandbox Store"),
  kind: z.enum(["purchase", "atm"]).default("purchase"),
  /** The version of the credentials used for the purchase: 1 for the original card, plus 1 for each reissue with new ones. */
  credentialsVersion: z.int().min(1).optional(),
});

type Decision = {
  transaction: TransactionRecord;
  /** Null if the purchase is approved. */
  code: DeclineCode | null;
};

/** A purchase or a cash withdrawal. */
export function authorize(world: World, body: unknown): Decision {
  const request = parse(Authorization, body);
  const card = getCard(world.state, request.cardId);
  const { transaction, code } = decide(request, card, world.clock.now());
  world.write({
    cards: code ? [] : [changeCredit(card, -transaction.billAmount)],
    transactions: [transaction],
  });
  const { cardId, ...purchase } = request;
  world.recorder.add(
    { purchase: { card: world.recorder.nameOf(cardId), ...purchase } },
    { id: transaction.id, name: request.merchant },
  );
  return { transaction, code };
}

function decide(request: z.infer<typeof Authorization>, card: StoredCard, now: Date): Decision {
  const created = toWholeSecond(now);
  const currency = request.currency ?? card.currency;
  const amount = roundMoney(request.amount, currency);
  if (amount === 0)
    throw new HttpError(400, `amount: must not be less than the smallest unit of ${currency}`);
  const priced = price({ amount, currency, kind: request.kind, billCurrency: card.currency });
  if (!priced) throw new HttpError(400, "currency: the sandbox has no exchange rate for it");
  const code = declineCode(card, {
    billAmount: priced.billAmount,
    credentialsVersion: request.credentialsVersion ?? card.credentialsVersion,
    today: toIsoDate(created),
  });
  const transaction: TransactionRecord = {
    ...priced,
    id: newId(now),
    created,
    externalTransactionId: String(randomInt(10 ** 11, 10 ** 12)),
    cardId: card.id,
    merchant: request.merchant,
    kind: request.kind,
    amount,
    currency,
    billCurrency: card.currency,
    status: code ? "DECLINED" : "PENDING",
    declineCode: code,
    clearedAt: null,
    refundedAt: null,
  };
  return { transaction, code };
}
