import { toWholeSecond } from "@/sandbox/clock";
import { HttpError } from "@/sandbox/http/http-error";
import { changeCredit } from "@/sandbox/store/cards";
import type { TransactionRecord } from "@/sandbox/store/records";
import type { World } from "@/sandbox/worlds/world";

const TRANSITIONS = {
  clear: { from: "PENDING", to: "CLEARED", restoresCredit: false },
  reverse: { from: "PENDING", to: "REVERSED", restoresCredit: true },
  refund: { from: "CLEARED", to: "REFUNDED", restoresCredit: true },
} as const;

export type TransactionVerb = keyof typeof TRANSITIONS;
export const TRANSACTION_VERBS = Object.keys(TRANSITIONS) as TransactionVerb[];

export function changeTransaction(world: World, id: string, verb: TransactionVerb): TransactionRecord {
  const { from, to, restoresCredit } = TRANSITIONS[verb];
  const current = world.state.transactions.get(id.toLowerCase());
  const card = current && world.state.cards.get(current.cardId);
  if (!current || !card) throw new HttpError(404, "Transaction not found");
  if (current.status !== from)
    throw new HttpError(409, `Can't ${verb} a ${current.status} transaction: only a ${from} one`);
  const at = toWholeSecond(world.clock.now());
  const transaction = {
    ...current,
    status: to,
    clearedAt: to === "CLEARED" ? at : current.clearedAt,
    refundedAt: to === "REFUNDED" ? at : current.refundedAt,
  };
  world.write({
    cards: restoresCredit ? [changeCredit(card, current.billAmount)] : [],
    transactions: [transaction],
  });
  world.recorder.add({ [verb]: world.recorder.nameOf(id) });
  return transaction;
}
