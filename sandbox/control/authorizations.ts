import { randomInt } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { REQUIRED, requiredText } from "@/lib/contract/text";
import { roundMoney } from "@/lib/domain/money/money";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { inTransaction } from "@/lib/postgres/open-database";
import { toWholeSecond } from "@/sandbox/clock";
import { DECLINE_REASONS, declineCode } from "@/sandbox/domain/authorization";
import { newId } from "@/sandbox/domain/ids";
import { price } from "@/sandbox/domain/pricing";
import { cardNotFound, HttpError, parse, readJson } from "@/sandbox/http/http-error";
import type { Sandbox } from "@/sandbox/sandbox";
import { changeCredit, lockCard } from "@/sandbox/store/cards";
import {
  getTransaction,
  insertTransactions,
  type LockedTransaction,
  lockTransaction,
  setTransactionStatus,
} from "@/sandbox/store/transactions";

const MAX_AMOUNT = 1_000_000_000_000;

const Authorization = z.object({
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

const TRANSITIONS = {
  clear: { from: "PENDING", to: "CLEARED", restoresCredit: false },
  reverse: { from: "PENDING", to: "REVERSED", restoresCredit: true },
  refund: { from: "CLEARED", to: "REFUNDED", restoresCredit: true },
} as const;

export function authorizationRoutes({ db, clock }: Sandbox) {
  const routes = new Hono({ strict: false });

  routes.post("/authorizations", async (context) => {
    const request = parse(Authorization, await readJson(context));
    const now = toWholeSecond(clock.now());
    const decision = await inTransaction(db.pool, async (client) => {
      const card = await lockCard(client, request.cardId);
      if (!card) throw cardNotFound();
      const currency = request.currency ?? card.currency;
      const amount = roundMoney(request.amount, currency);
      if (amount === 0)
        throw new HttpError(400, `amount: must not be less than the smallest unit of ${currency}`);
      const priced = price({ amount, currency, kind: request.kind, billCurrency: card.currency });
      if (!priced) throw new HttpError(400, "currency: the sandbox has no exchange rate for it");
      const code = declineCode(card, {
        billAmount: priced.billAmount,
        credentialsVersion: request.credentialsVersion ?? card.credentialsVersion,
        today: toIsoDate(now),
      });
      const id = newId(clock.now());
      await insertTransactions(client, [
        {
          ...priced,
          id,
          created: now,
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
        },
      ]);
      if (!code) await changeCredit(client, card.id, -priced.billAmount);
      return {
        approved: code === null,
        code,
        reason: code && DECLINE_REASONS[code],
        transaction: await getTransaction(client, id),
      };
    });
    return context.json(decision, 201);
  });

  for (const [verb, transition] of Object.entries(TRANSITIONS)) {
    routes.post(`/transactions/:id/${verb}`, async (context) => {
      const id = context.req.param("id") ?? "";
      const transaction = await inTransaction(db.pool, async (client) => {
        const current = await lockTransaction(client, id);
        if (!current) throw new HttpError(404, "Transaction not found");
        requireStatus(current, transition.from, verb);
        await setTransactionStatus(client, id, transition.to, toWholeSecond(clock.now()));
        if (transition.restoresCredit) await changeCredit(client, current.cardId, current.billAmount);
        return getTransaction(client, id);
      });
      return context.json({ transaction });
    });
  }

  return routes;
}

function requireStatus(current: LockedTransaction, from: string, verb: string): void {
  if (current.status === from) return;
  throw new HttpError(409, `Can't ${verb} a ${current.status} transaction: only a ${from} one`);
}
