import type { Browser } from "@/simulator/browser";
import type { Crowd } from "@/simulator/people";
import type { Readers } from "@/simulator/readers";
import type { Plan } from "@/simulator/step";
import type { World } from "@/simulator/world";

export type Evidence = { plan: Plan; world: World; crowd: Crowd; readers: Readers; browsers: Browser[] };

/** A promise of the product that must hold whatever happens. */
export type Invariant = {
  name: string;
  /** What it promises, in one sentence. */
  promise: string;
  /** "always": after every answer and every few seconds. "end": after the faults have ended and time has passed. */
  when: "always" | "end";
  /** Returns what is wrong; null if the promise holds. `isEnd`: the faults have ended and time has passed. */
  findViolation(evidence: Evidence, isEnd: boolean): Promise<string | null>;
};
