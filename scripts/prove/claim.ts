import type { Coverage, Covers } from "./coverage";

export const TABLES = {
  load: "Load held",
  faults: "Faults survived",
  input: "Bad input tried",
  soak: "Long use",
} as const;

export type Outcome = { figure: string; isMet: boolean; seed?: number };

/** The kept outcomes by the name of their claim. */
export type Results = Record<string, KeptOutcome & { date: string }>;

/**
 * `busyShare` is how much of the processors other programs used right before. `covered` is what the product had then, of
 * the parts that the claim covers, and `commit` where it was measured; without them nobody knows.
 */
export type KeptOutcome = Outcome & { busyShare?: number; commit?: string; covered?: Coverage };

export type ProofOptions = {
  /** Smaller counts, for a quick check. Its figures are printed and not kept. */
  isShort: boolean;
  seed: number;
  /** The length of the soak. */
  minutes: number;
};

export type Claim = {
  name: string;
  /** If the product has more of these than the figure covers, its row is stale. */
  covers: Covers;
  table: keyof typeof TABLES;
  claim: string;
  how: string;
  /** The figure has times, which are only valid on a quiet machine. All figures of load have. */
  hasTimes?: true;
  goal: string;
  run(options: ProofOptions): Promise<Outcome>;
};

export function defineClaim(claim: Claim): Claim {
  return claim;
}
