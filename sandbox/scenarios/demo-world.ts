import type { CardRecord, TransactionRecord } from "@/sandbox/store/records";
import { type CardDraft, createDraftGenerator } from "./card-drafts";
import { createHistoryGenerator } from "./card-history";
import { dayGrid } from "./day-grid";
import { DESIGNS } from "./designs";
import { priceList, rateOf } from "./price-list";
import { seededRandom } from "./random";
import type { World, WorldRequest } from "./world";

const CARDS_PER_BLOCK = 256;
const TRANSACTIONS_PER_BATCH = 4000;
const FACTS_STREAM = 1;
const TIMES_STREAM = 2;
const LARGE_PURCHASES_STREAM = 4;

type Batch = { cards: CardRecord[]; transactions: TransactionRecord[] };

/**
 * The history of Northwind's card program. The same seed always gives the same customers, cards and
 * transactions; only their times depend on `now`.
 */
export function demoWorld(request: WorldRequest): World {
  if (request.cards > 0) rateOf(request.currency);
  return { designs: [...DESIGNS], batches: { [Symbol.iterator]: () => batchesOf(request) } };
}

function* batchesOf({ seed, now, currency, cards, transactions }: WorldRequest): Generator<Batch> {
  if (cards === 0) return;
  const facts = seededRandom(seed, FACTS_STREAM);
  const grid = dayGrid(now, seededRandom(seed, TIMES_STREAM));
  const drafter = createDraftGenerator(facts, grid, { cards, currency });
  const largePurchases = seededRandom(seed, LARGE_PURCHASES_STREAM);
  const history = createHistoryGenerator({
    facts,
    largePurchases,
    grid,
    prices: priceList(currency),
    currency,
  });
  for (let start = 0; start < cards; start += CARDS_PER_BLOCK) {
    const end = Math.min(start + CARDS_PER_BLOCK, cards);
    const quota = Math.floor((transactions * end) / cards) - Math.floor((transactions * start) / cards);
    let batch: Batch = { cards: [], transactions: [] };
    for (const { draft, count } of allocateTransactions(drafter.draftBlock(end - start), quota)) {
      const generated = history.generate(draft, count);
      batch.cards.push(generated.card);
      for (const transaction of generated.transactions) batch.transactions.push(transaction);
      if (batch.transactions.length < TRANSACTIONS_PER_BATCH) continue;
      yield batch;
      batch = { cards: [], transactions: [] };
    }
    if (batch.cards.length > 0) yield batch;
  }
}

/** Distributes exactly `quota` transactions in proportion to each card's activity, or evenly if no card has any. */
function* allocateTransactions(
  drafts: CardDraft[],
  quota: number,
): Generator<{ draft: CardDraft; count: number }> {
  const isIdle = drafts.every(({ activity }) => activity === 0);
  const weightOf = ({ activity }: CardDraft) => (isIdle ? 1 : activity);
  const total = drafts.reduce((sum, draft) => sum + weightOf(draft), 0);
  let cumulative = 0;
  let allocated = 0;
  for (const draft of drafts) {
    cumulative += weightOf(draft);
    const upTo = Math.round((cumulative / total) * quota);
    yield { draft, count: upTo - allocated };
    allocated = upTo;
  }
}
