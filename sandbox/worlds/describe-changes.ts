import { formatMoney } from "@/lib/domain/money/money";
import type { StoredCard, TransactionRecord } from "@/sandbox/store/records";
import type { Changes, Program, WorldState } from "@/sandbox/store/state";

const SHORT_ID_CHARACTERS = 8;

/** One sentence for each change, before it takes effect. Attempts to send a webhook are not among them. */
export function describeChanges(state: WorldState, changes: Changes): string[] {
  const { cards = [], transactions = [], reissues = [], fileRequests = [], disagreements = [] } = changes;
  return [
    ...describeProgram(state.program, changes.program ?? {}),
    ...(changes.cleared ? [`${changes.cleared} removed`] : []),
    ...cards.flatMap((card) => describeCard(state.cards.get(card.id), card)),
    ...transactions.flatMap((transaction) =>
      describeTransaction(state.transactions.get(transaction.id), transaction),
    ),
    ...reissues.map(({ cardId, renewOption }) => `card ${short(cardId)} reissued: ${renewOption}`),
    ...fileRequests.map(({ fileType, date }) => `report ${fileType} of ${date} requested`),
    ...(changes.deliveries ?? [])
      .filter(({ id }) => !state.deliveries.get(id))
      .map(({ id }) => `webhook ${short(id)} created`),
    ...disagreements
      .filter(({ id }) => !state.disagreements.get(id))
      .map(({ id, kind, type }) => `disagreement ${id} added: ${kind} in ${type}`),
  ];
}

function describeProgram(before: Program, { clockOffsetMs, webhook }: Partial<Program>): string[] {
  const sentences: string[] = [];
  if (clockOffsetMs !== undefined && clockOffsetMs !== before.clockOffsetMs)
    sentences.push(`clock set to ${new Date(Date.now() + clockOffsetMs).toISOString().slice(0, 19)}Z`);
  if (webhook) sentences.push(`webhook address set to ${webhook.url}`);
  return sentences;
}

function describeCard(before: StoredCard | null, card: StoredCard): string[] {
  const name = `card ${short(card.id)}`;
  if (!before) return [`${name} issued: ${card.status}, ${formatMoney(card.availableCredit, card.currency)}`];
  const sentences: string[] = [];
  if (card.status !== before.status) sentences.push(`${name} ${before.status} → ${card.status}`);
  if (card.availableCredit !== before.availableCredit)
    sentences.push(
      `${name} available credit ${formatMoney(before.availableCredit, card.currency)} → ${formatMoney(card.availableCredit, card.currency)}`,
    );
  if (card.credentialsVersion !== before.credentialsVersion) sentences.push(`${name} has new credentials`);
  return sentences;
}

function describeTransaction(before: TransactionRecord | null, transaction: TransactionRecord): string[] {
  const { id, status, declineCode, billAmount, billCurrency } = transaction;
  if (before)
    return before.status === status ? [] : [`transaction ${short(id)} ${before.status} → ${status}`];
  const outcome = declineCode ? `${status} (${declineCode})` : status;
  return [`1 transaction ${outcome} ${formatMoney(billAmount, billCurrency)}`];
}

/** IDs that start with a time differ only at their ends. */
function short(id: string): string {
  return `…${id.slice(-SHORT_ID_CHARACTERS)}`;
}
