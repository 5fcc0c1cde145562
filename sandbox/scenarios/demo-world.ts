import type { CardRecord, TransactionRecord } from "@/sandbox/store/records";
import { type CardDraft, cardDrafter } from "./card-drafts";
import { historian } from "./card-history";
import { dayGrid } from "./day-grid";
import { DESIGNS } from "./designs";
import { priceList, rateOf } from "./price-list";
import { seededRandom } from "./random";
import type { World, WorldRequest } from "./world";

const BLOCK_CARDS = 256;
const BATCH_TRANSACTIONS = 4000;
const FACTS_STREAM = 1;
const TIMES_STREAM = 2;

type Batch = { cards: CardRecord[]; transactions: TransactionRecord[] };

/**
 * The past of Northwind's card program. The same seed gives the same customers, cards and transactions on every
 * day it is asked for: only their times move with `now`.
 */
export function demoWorld(request: WorldRequest): World {
  if (request.cards > 0) rateOf(request.currency);
  return { designs: [...DESIGNS], batches: { [Symbol.iterator]: () => batchesOf(request) } };
}

function* batchesOf({ seed, now, currency, cards, transactions }: WorldRequest): Generator<Batch> {
  if (cards === 0) return;
  const facts = seededRandom(seed, FACTS_STREAM);
  const grid = dayGrid(now, seededRandom(seed, TIMES_STREAM));
  const drafter = cardDrafter(facts, grid, { cards, currency });
  const history = historian({ facts, grid, prices: priceList(currency), currency });
  for (let start = 0; start < cards; start += BLOCK_CARDS) {
    const end = Math.min(start + BLOCK_CARDS, cards);
    const quota = Math.floor((transactions * end) / cards) - Math.floor((transactions * start) / cards);
    let batch: Batch = { cards: [], transactions: [] };
    for (const { draft, count } of shareOut(drafter.draftBlock(end - start), quota)) {
      const written = history.write(draft, count);
      batch.cards.push(written.card);
      for (const transaction of written.transactions) batch.transactions.push(transaction);
      if (batch.transactions.length < BATCH_TRANSACTIONS) continue;
      yield batch;
      batch = { cards: [], transactions: [] };
    }
    if (batch.cards.length > 0) yield batch;
  }
}

/** Hands out exactly `quota` transactions by how busy each card is; where none is, all alike. */
function* shareOut(drafts: CardDraft[], quota: number): Generator<{ draft: CardDraft; count: number }> {
  const isIdle = drafts.every(({ activity }) => activity === 0);
  const weightOf = ({ activity }: CardDraft) => (isIdle ? 1 : activity);
  const total = drafts.reduce((sum, draft) => sum + weightOf(draft), 0);
  let reached = 0;
  let given = 0;
  for (const draft of drafts) {
    reached += weightOf(draft);
    const upTo = Math.round((reached / total) * quota);
    yield { draft, count: upTo - given };
    given = upTo;
  }
}
