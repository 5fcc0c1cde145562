import type { Role } from "@/lib/domain/people/permissions";
import { draw, drawBelow, drawBetween } from "@/sandbox/scenarios/random";
import { luckOf, type Random } from "./edges/luck";
import type { Fate } from "./edges/network";

/** What a person does to a card. `card` counts through the cards that exist by then. */
export type CardAct =
  | { do: "create"; customer: number }
  | { do: "freeze" | "unfreeze" | "block" | "reissue" | "note"; card: number };

export type Act = CardAct;

export type Step = { atMs: number } & (
  | { is: "act"; person: Role; dashboard: number; act: Act; clicks: number }
  | { is: "fault"; fate: Fate; rate: number; forMs: number }
  | { is: "crash"; dashboard: number; downMs: number }
);

/** Everything that happens from outside. Steps can be left out one by one, which is how a failure is shortened. */
export type Plan = { seed: number; dashboards: number; steps: Step[] };

const ACTIVE_MS = 75_000;
const ACTORS: readonly Role[] = ["admin", "manager", "manager", "support", "support", "finance"];
const ACTS: readonly CardAct["do"][] = [
  "create",
  "create",
  "create",
  "freeze",
  "freeze",
  "unfreeze",
  "unfreeze",
  "block",
  "reissue",
  "note",
];
const FATES: readonly Fate[] = [
  "refuse",
  "lose-request",
  "lose-response",
  "lose-response",
  "reset-after",
  "late-request",
  "late-response",
  "busy",
  "rate-limit",
  "gateway-error-after",
];

export function makePlan(seed: number): Plan {
  const random = luckOf(seed, "plan");
  const dashboards = drawBetween(random, 1, 3);
  const steps = [
    ...repeat(drawBetween(random, 4, 14), () => drawAct(random, dashboards)),
    ...repeat(drawBelow(random, 5), () => drawFault(random)),
    ...repeat(drawBelow(random, 3), () => drawCrash(random, dashboards)),
  ];
  return { seed, dashboards, steps: steps.sort((a, b) => a.atMs - b.atMs) };
}

function drawAct(random: Random, dashboards: number): Step {
  const name = draw(random, ACTS);
  const act: Act =
    name === "create"
      ? { do: name, customer: drawBelow(random, 3) }
      : { do: name, card: drawBelow(random, 3) };
  return {
    atMs: drawBelow(random, ACTIVE_MS),
    is: "act",
    person: draw(random, ACTORS),
    dashboard: drawBelow(random, dashboards),
    act,
    clicks: random() < 0.25 ? 2 : 1,
  };
}

function drawFault(random: Random): Step {
  return {
    atMs: drawBelow(random, ACTIVE_MS),
    is: "fault",
    fate: draw(random, FATES),
    rate: draw(random, [0.3, 0.6, 1]),
    forMs: drawBetween(random, 1_000, 20_000),
  };
}

function drawCrash(random: Random, dashboards: number): Step {
  return {
    atMs: drawBelow(random, ACTIVE_MS),
    is: "crash",
    dashboard: drawBelow(random, dashboards),
    downMs: drawBetween(random, 100, 15_000),
  };
}

function repeat<Item>(count: number, make: () => Item): Item[] {
  return Array.from({ length: count }, make);
}

/** One line per step, for the report of a failure. */
export function describeStep(step: Step): string {
  const { atMs, ...details } = step;
  return `${(atMs / 1_000).toFixed(3).padStart(8)} s  ${JSON.stringify(details)}`;
}
