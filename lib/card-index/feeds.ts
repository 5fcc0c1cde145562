import "server-only";
import type { Card } from "@/lib/contract/card";
import type { IssuerPage } from "@/lib/contract/list";
import type { Transaction } from "@/lib/contract/transaction";
import { publish } from "@/lib/events/bus";
import type { IssuerFailure, IssuerResult } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";
import type { ReadInfo, WriteResult } from "./reading";
import { writeCards } from "./write-cards";
import { writeTransactions } from "./write-transactions";

/** One of the issuer's lists, and where it goes. */
export type SyncedList<Item extends { id: string } = { id: string }> = {
  name: "cards" | "transactions";
  table: "indexed_cards" | "indexed_transactions";
  list(page: number): Promise<IssuerResult<IssuerPage<Item>>>;
  write(items: readonly Item[], reading: Pick<ReadInfo, "requestedAt" | "walk">): Promise<WriteResult>;
  /**
   * Whether the issuer has lost this record, when it can be asked for it alone. Null where only the list can tell:
   * then what it lacks is believed gone once it has lacked it for a while.
   */
  isGone: ((id: string) => Promise<{ isGone: boolean } | { failure: IssuerFailure }>) | null;
  /** Tells browsers what is new. */
  announce(items: readonly Item[], written: WriteResult): Promise<void>;
};

/** Of more cards than this that changed at once, browsers hear only that some did. */
const NAMED_CARDS = 20;

const cards: SyncedList<Card> = {
  name: "cards",
  table: "indexed_cards",
  list: (page) => issuer().listCards({ page }),
  write: (items, reading) => writeCards(items, { ...reading, source: "feed" }),
  async isGone(id) {
    const answered = await issuer().retrieveCard(id);
    if (answered.ok) return { isGone: false };
    return answered.failure.kind === "not-found" ? { isGone: true } : { failure: answered.failure };
  },
  announce: (_, { added, changed }) => {
    if (added.length + changed.length === 0) return Promise.resolve();
    const named = changed.slice(0, NAMED_CARDS).map((id) => `card:${id}`);
    return publish(["cards", ...named, ...(changed.length > 0 ? ["attention"] : [])]);
  },
};

const transactions: SyncedList<Transaction> = {
  name: "transactions",
  table: "indexed_transactions",
  list: (page) => issuer().listTransactions({ page }),
  write: writeTransactions,
  isGone: null,
  announce: (items, { added, changed }) => {
    const news = new Set([...added, ...changed]);
    if (news.size === 0) return Promise.resolve();
    const ofCards = new Set(items.filter(({ id }) => news.has(id)).map(({ card_id }) => `card:${card_id}`));
    return publish(["transactions", ...(ofCards.size <= NAMED_CARDS ? ofCards : [])]);
  },
};

export const SYNCED_LISTS = [cards, transactions] as unknown as readonly SyncedList[];
