import type { CardRecord, DesignRecord, TransactionRecord } from "@/sandbox/store/records";

export type WorldRequest = {
  seed: number;
  /** The world's last moment: nothing in it happens later. */
  now: Date;
  currency: string;
  cards: number;
  transactions: number;
};

export type WorldBatch = { cards: CardRecord[]; transactions: TransactionRecord[] };

/** A whole program's past, made piece by piece so that a million cards never stand in memory at once. */
export type World = {
  designs: DesignRecord[];
  batches: Iterable<WorldBatch>;
};
