import "server-only";
import type { Card } from "@/lib/contract/card";
import type { IssuerPage } from "@/lib/contract/list";
import type { Transaction } from "@/lib/contract/transaction";
import { publish } from "@/lib/events/bus";
import type { IssuerFailure, IssuerResult } from "@/lib/issuer/failure";
import { issuer } from "@/lib/issuer/issuer";
import type { ReadInfo, WriteResult } from "./index-write";
import { writeCards } from "./write-cards";
import { writeTransactions } from "./write-transactions";

/** One of the issuer's lists and the table that it is copied to. */
export type SyncedList<Item extends { id: string } = { id: string }> = {
  name: "cards" | "transactions";
  table: "indexed_cards" | "indexed_transactions";
  fetchPage(page: number): Promise<IssuerResult<IssuerPage<Item>>>;
  write(
    items: readonly Item[],
    readInfo: Pick<ReadInfo, "requestedAt" | "walk" | "hasMore">,
  ): Promise<WriteResult>;
  /** Null if a single record can't be read: then a record is removed once it has been missing for a grace period. */
  isGone: ((id: string) => Promise<{ isGone: boolean } | { failure: IssuerFailure }>) | null;
  publishChanges(items: readonly Item[], written: WriteResult): Promise<void>;
};

/** If more cards change at once, pages about one card refresh on "index" instead. */
const MAX_CARD_TOPICS = 20;

const cards: SyncedList<Card> = {
  name: "cards",
  table: "indexed_cards",
  fetchPage: (page) => issuer().listCards({ page }),
  write: (items, readInfo) => writeCards(items, { ...readInfo, source: "sync" }),
  async isGone(id) {
    const response = await issuer().retrieveCard(id);
    if (response.ok) return { isGone: false };
    return response.failure.kind === "not-found" ? { isGone: true } : { failure: response.failure };
  },
  publishChanges: (_, { added, changed }) => {
    if (added.length + changed.length === 0) return Promise.resolve();
    return publish(["cards", ...cardTopics(changed), ...(changed.length > 0 ? ["attention"] : [])]);
  },
};

const transactions: SyncedList<Transaction> = {
  name: "transactions",
  table: "indexed_transactions",
  fetchPage: (page) => issuer().listTransactions({ page }),
  write: writeTransactions,
  isGone: null,
  publishChanges: (items, { added, changed }) => {
    const changedIds = new Set([...added, ...changed]);
    if (changedIds.size === 0) return Promise.resolve();
    const cardIds = new Set(items.filter(({ id }) => changedIds.has(id)).map(({ card_id }) => card_id));
    return publish(["transactions", ...cardTopics([...cardIds])]);
  },
};

function cardTopics(cardIds: readonly string[]): string[] {
  return cardIds.length > MAX_CARD_TOPICS ? ["index"] : cardIds.map((id) => `card:${id}`);
}

export const SYNCED_LISTS = [cards, transactions] as unknown as readonly SyncedList[];
