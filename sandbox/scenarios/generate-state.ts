import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { CardRecord, StoredCard, TransactionRecord } from "@/sandbox/store/records";
import { createState, type WorldState } from "@/sandbox/store/state";
import { demoWorld } from "./demo-world";

export const SCENARIOS = ["empty", "demo", "scale"] as const;
export type Scenario = (typeof SCENARIOS)[number];

export type ResetRequest = {
  scenario: Scenario;
  seed: number;
  cards?: number | undefined;
  transactions?: number | undefined;
  /** Nothing has happened later than this; by default the last full hour, so that worlds of the same hour are equal. */
  now?: Date | undefined;
};

/** The world that a new sandbox starts with. */
export const DEFAULT_SEED = 1;

export const SIZES: Record<Scenario, { cards: number; transactions: number }> = {
  empty: { cards: 0, transactions: 0 },
  demo: { cards: 420, transactions: 6_400 },
  scale: { cards: 100_000, transactions: 1_000_000 },
};

/** A world is kept in memory: a million transactions need about a gigabyte. */
export const MAX_SIZE = { cards: 200_000, transactions: 2_000_000 };

const HOUR_MS = 3_600_000;
const BALANCE_STEP = 100_000;

/** The clock of the new state is the system's, or `now` if that is given. */
export async function generateState(currency: string, request: ResetRequest): Promise<WorldState> {
  const { scenario, seed } = request;
  const size = SIZES[scenario];
  const now = request.now ?? new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  const world = demoWorld({
    seed,
    now,
    currency,
    cards: scenario === "empty" ? 0 : (request.cards ?? size.cards),
    transactions: scenario === "empty" ? 0 : (request.transactions ?? size.transactions),
  });
  const cards: StoredCard[] = [];
  const transactions: TransactionRecord[] = [];
  for (const batch of world.batches) {
    for (const card of batch.cards) cards.push(toStored(card));
    for (const transaction of batch.transactions) transactions.push(transaction);
    // Other worlds are served in the meantime.
    await nextTurn();
  }
  const program = {
    scenario,
    seed,
    clockOffsetMs: request.now ? request.now.getTime() - Date.now() : 0,
    initialBalance: sufficientBalance(transactions),
    linkSecret: newLinkSecret(),
    webhook: null,
  };
  return createState(program, { designs: world.designs, cards, transactions });
}

/** Signs the links to report files. */
export function newLinkSecret(): string {
  return randomBytes(32).toString("base64url");
}

function toStored(card: CardRecord): StoredCard {
  return { ...card, credentialsVersion: 1, application: null };
}

/** A round amount that keeps the master account positive through all settlements. */
function sufficientBalance(transactions: readonly TransactionRecord[]): number {
  let spent = 0;
  for (const { status, billAmount } of transactions) if (status !== "DECLINED") spent += billAmount;
  return Math.ceil((spent * 1.25 + BALANCE_STEP) / BALANCE_STEP) * BALANCE_STEP;
}
