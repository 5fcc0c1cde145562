import { randomInt } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { REQUIRED, requiredText } from "@/lib/contract/text";
import { toIsoDate } from "@/lib/domain/calendar";
import { roundMoney } from "@/lib/domain/money";
import { inTransaction } from "@/lib/postgres/open-database";
import { toWholeSecond } from "@/sandbox/clock";
import { DECLINE_REASONS, declineCode } from "@/sandbox/domain/authorization";
import { newId } from "@/sandbox/domain/ids";
import { price } from "@/sandbox/domain/pricing";
import { cardNotFound, parse, Refusal, readJson } from "@/sandbox/http/refusal";
import type { Sandbox } from "@/sandbox/sandbox";
import { changeCredit, lockCard } from "@/sandbox/store/cards";
import {
  getTransaction,
  insertTransactions,
  type LockedTransaction,
  lockTransaction,
  moveTransaction,
} from "@/sandbox/store/transactions";

const MOST = 1_000_000_000_000;

const Authorization = z.object({
  cardId: requiredText(),
  amount: z
    .number({ error: (issue) => (issue.input === undefined ? REQUIRED : "must be a number") })
    .positive({ error: "must be more than 0" })
    .max(MOST, { error: `must be at most ${MOST}` }),
  currency: z.string().optional(),
  merchant: requiredText({ max: 100 }).default("Sandbox Store"),
  kind: z.enum(["purchase", "atm"]).default("purchase"),
  /** Which of the card's credentials the buyer holds: 1 are the first, each reissue with new ones adds 1. */
  credentialsVersion: z.int().min(1).optional(),
});

const LATER_LIFE = {
  clear: { from: "PENDING", to: "CLEARED", givesBack: false },
  reverse: { from: "PENDING", to: "REVERSED", givesBack: true },
  refund: { from: "CLEARED", to: "REFUNDED", givesBack: true },
} as const;

/** Purchases and what becomes of them. */
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
        throw new Refusal(400, `amount: must not be less than the smallest unit of ${currency}`);
      const priced = price({ amount, currency, kind: request.kind, billCurrency: card.currency });
      if (!priced) throw new Refusal(400, "currency: the sandbox has no exchange rate for it");
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

  for (const [verb, move] of Object.entries(LATER_LIFE)) {
    routes.post(`/transactions/:id/${verb}`, async (context) => {
      const id = context.req.param("id") ?? "";
      const transaction = await inTransaction(db.pool, async (client) => {
        const current = await lockTransaction(client, id);
        if (!current) throw new Refusal(404, "Transaction not found");
        refuseUnlessFrom(current, move.from, verb);
        await moveTransaction(client, id, move.to, toWholeSecond(clock.now()));
        if (move.givesBack) await changeCredit(client, current.cardId, current.billAmount);
        return getTransaction(client, id);
      });
      return context.json({ transaction });
    });
  }

  return routes;
}

function refuseUnlessFrom(current: LockedTransaction, from: string, verb: string): void {
  if (current.status === from) return;
  throw new Refusal(409, `Can't ${verb} a ${current.status} transaction: only a ${from} one`);
}
