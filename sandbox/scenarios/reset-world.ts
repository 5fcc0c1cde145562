import type { Sandbox } from "@/sandbox/sandbox";
import { replaceWorld } from "@/sandbox/store/world";
import { demoWorld } from "./demo-world";

export const SCENARIOS = ["empty", "demo", "scale"] as const;
export type Scenario = (typeof SCENARIOS)[number];

export type ResetRequest = {
  scenario: Scenario;
  seed: number;
  cards?: number | undefined;
  transactions?: number | undefined;
};

/** The world that a new sandbox starts with. */
export const DEFAULT_SEED = 1;

export const SIZES: Record<Scenario, { cards: number; transactions: number }> = {
  empty: { cards: 0, transactions: 0 },
  demo: { cards: 420, transactions: 6_400 },
  scale: { cards: 100_000, transactions: 1_000_000 },
};

/** Also resets the clock to the system time. */
export async function resetWorld(
  { db, clock, config }: Pick<Sandbox, "db" | "clock" | "config">,
  request: ResetRequest,
): Promise<void> {
  const { scenario, seed } = request;
  const size = SIZES[scenario];
  const world = demoWorld({
    seed,
    now: new Date(),
    currency: config.currency,
    cards: scenario === "empty" ? 0 : (request.cards ?? size.cards),
    transactions: scenario === "empty" ? 0 : (request.transactions ?? size.transactions),
  });
  await replaceWorld(db, world, { scenario, seed });
  clock.offsetMs = 0;
}
