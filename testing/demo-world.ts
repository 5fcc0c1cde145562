import { CardName } from "@/lib/contract/create-card";
import { roundMoney } from "@/lib/domain/money/money";
import { earliestExpiry, toIsoDate } from "@/lib/domain/time/calendar";
import { price } from "@/sandbox/domain/pricing";
import { demoWorld } from "@/sandbox/scenarios/demo-world";
import type { WorldRequest } from "@/sandbox/scenarios/world";
import type { CardRecord, TransactionRecord } from "@/sandbox/store/records";

export const DAY_MS = 86_400_000;
export const NOW = new Date("2026-03-17T14:22:05Z");
export const DEMO: WorldRequest = {
  seed: 20_260_317,
  now: NOW,
  currency: "USD",
  cards: 420,
  transactions: 6000,
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** All batches of the demo world at once. */
export function generateWorld(request: Partial<WorldRequest> = {}) {
  const cards: CardRecord[] = [];
  const transactions: TransactionRecord[] = [];
  for (const batch of demoWorld({ ...DEMO, ...request }).batches) {
    cards.push(...batch.cards);
    transactions.push(...batch.transactions);
  }
  return { cards, transactions };
}

export function groupByCard(transactions: TransactionRecord[]): Map<string, TransactionRecord[]> {
  const groups = new Map<string, TransactionRecord[]>();
  for (const transaction of transactions) {
    const group = groups.get(transaction.cardId);
    if (group) group.push(transaction);
    else groups.set(transaction.cardId, [transaction]);
  }
  return groups;
}

/** The first inconsistency within a transaction, or null. */
export function findTransactionFlaw(
  transaction: TransactionRecord,
  { now, currency }: WorldRequest,
): string | null {
  const { created, clearedAt, refundedAt, status, declineCode, kind, amount } = transaction;
  const instants = [created, clearedAt, refundedAt].filter((instant) => instant !== null);
  const oldest = Math.floor(now.getTime() / DAY_MS) * DAY_MS - 89 * DAY_MS;
  const bill = price({ amount, currency: transaction.currency, kind, billCurrency: currency });
  const { billAmount, fxFee, atmFee } = transaction;
  const flaws: Record<string, boolean> = {
    "an ID that is not a UUID": !UUID.test(transaction.id),
    "a malformed reference": !/^\d{12}$/.test(transaction.externalTransactionId),
    "later than now": instants.some((instant) => instant > now),
    "not a whole second": instants.some((instant) => instant.getTime() % 1000 !== 0),
    "older than 90 days": created.getTime() < oldest,
    "no amount": !(amount > 0),
    "an amount with too many decimals for its currency": amount !== roundMoney(amount, transaction.currency),
    "a wrong price": bill?.billAmount !== billAmount || bill.fxFee !== fxFee || bill.atmFee !== atmFee,
    "a wrong bill currency": transaction.billCurrency !== currency,
    "a decline without its code": (status === "DECLINED") !== (declineCode !== null),
    "cleared without a time": ["CLEARED", "REFUNDED"].includes(status) !== (clearedAt !== null),
    "refunded without a time": (status === "REFUNDED") !== (refundedAt !== null),
    "cleared before it happened": clearedAt !== null && clearedAt < created,
    "refunded before it cleared": clearedAt !== null && refundedAt !== null && refundedAt < clearedAt,
    "pending for too long": status === "PENDING" && now.getTime() - created.getTime() > 5 * DAY_MS,
  };
  return firstFlaw(flaws, transaction);
}

const CODES_BY_STATUS = { ACTIVE: ["R2", "R3"], FROZEN: ["R1"], BLOCKED: ["R8"] };

/** The first inconsistency between a card and its transactions, or null. */
export function findCardFlaw(
  card: CardRecord,
  cardTransactions: TransactionRecord[],
  { now, currency }: WorldRequest,
): string | null {
  const approved = cardTransactions.filter(({ status }) => status !== "DECLINED");
  const declined = cardTransactions.filter(({ declineCode }) => declineCode !== null && declineCode !== "R2");
  const outstanding = approved.filter(({ status }) => status === "PENDING" || status === "CLEARED");
  const limit = roundMoney(card.availableCredit + total(outstanding), currency);
  const creditAt = (at: Date) => limit - total(outstanding.filter(({ created }) => created < at));
  const created = toIsoDate(card.created);
  const flaws: Record<string, boolean> = {
    "an ID that is not a UUID": !UUID.test(card.id),
    "later than now":
      card.created > now || cardTransactions.some((transaction) => transaction.created < card.created),
    "not a whole second": card.created.getTime() % 1000 !== 0,
    "older than 400 days": now.getTime() - card.created.getTime() > 401 * DAY_MS,
    "a card name that the contract rejects": !CardName.safeParse(card.cardName).success,
    "a malformed customer ID": !/^cust_\d{5,7}$/.test(card.externalCustomerId),
    "a reason without a block": (card.status === "BLOCKED") !== (card.statusReason !== null),
    "an expiry too early": card.expiryDate < earliestExpiry(created),
    "a decline that its status does not explain": cardTransactions.some(
      ({ declineCode }) => declineCode !== null && !CODES_BY_STATUS[card.status].includes(declineCode),
    ),
    "an approval after the card stopped working": declined.some((decline) =>
      approved.some((approval) => approval.created >= decline.created),
    ),
    "transactions that contradict the expiry": cardTransactions.some(
      (transaction) =>
        (transaction.declineCode === "R3") !== toIsoDate(transaction.created) > card.expiryDate &&
        card.status === "ACTIVE",
    ),
    "negative credit": card.availableCredit < 0,
    "credit with too many decimals for its currency":
      card.availableCredit !== roundMoney(card.availableCredit, currency),
    "approvals above the limit": roundMoney(total(approved), currency) > limit,
    "a decline that the credit covered": cardTransactions.some(
      ({ declineCode, created: at, billAmount }) =>
        declineCode === "R2" && roundMoney(billAmount - creditAt(at), currency) <= 0,
    ),
  };
  return firstFlaw(flaws, card);
}

function total(transactions: TransactionRecord[]): number {
  return transactions.reduce((sum, { billAmount }) => sum + billAmount, 0);
}

function firstFlaw(flaws: Record<string, boolean>, row: CardRecord | TransactionRecord): string | null {
  const flaw = Object.keys(flaws).find((name) => flaws[name]);
  return flaw ? `${flaw}: ${JSON.stringify(row)}` : null;
}
