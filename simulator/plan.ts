import type { Role } from "@/lib/domain/people/permissions";
import { draw, drawBelow, drawBetween } from "@/sandbox/scenarios/random";
import { luckOf, type Random } from "./edges/luck";
import type { Fate } from "./edges/network";

/** What a person does. `card` counts through the cards that exist by then. */
export type Act =
  | { do: "create"; customer: number }
  | { do: CardAct; card: number }
  | { do: "disable" | "enable"; target: Role }
  | { do: "change-role"; target: Role; role: Role }
  | { do: "change-password" };

type CardAct = "freeze" | "unfreeze" | "block" | "reissue" | "note";

export type Step = { atMs: number } & (
  | { is: "act"; person: Role; dashboard: number; act: Act; clicks: number }
  | { is: "open-page"; person: Role; dashboard: number }
  | { is: "fault"; fate: Fate; rate: number; forMs: number }
  | { is: "crash"; dashboard: number; downMs: number }
  | { is: "stall"; dashboard: number; forMs: number }
);

/** Everything that happens from outside. Steps can be left out one by one, which is how a failure is shortened. */
export type Plan = { seed: number; dashboards: number; steps: Step[] };

const ACTIVE_MS = 75_000;
const ACTORS: readonly Role[] = ["admin", "manager", "manager", "support", "support", "finance"];
const READERS: readonly Role[] = ["manager", "support", "finance", "auditor"];
/** The roles that are taken away in between. */
const CHANGED: readonly Role[] = ["support", "support", "manager"];
const CARD_ACTS: readonly CardAct[] = [
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
    ...repeat(drawBetween(random, 4, 14), () => [drawAct(random, dashboards)]),
    ...repeat(drawBetween(random, 1, 3), () => [drawPage(random, dashboards)]),
    ...repeat(drawBelow(random, 5), () => [drawFault(random)]),
    ...repeat(drawBelow(random, 3), () => [drawCrash(random, dashboards)]),
    ...repeat(drawBelow(random, 3), () => draw(random, TROUBLES)(random, dashboards)),
  ];
  return { seed, dashboards, steps: steps.flat().sort((a, b) => a.atMs - b.atMs) };
}

function drawAct(random: Random, dashboards: number): Step {
  const card = drawBelow(random, 3);
  const act: Act = random() < 0.35 ? { do: "create", customer: card } : { do: draw(random, CARD_ACTS), card };
  return {
    atMs: drawBelow(random, ACTIVE_MS),
    is: "act",
    person: draw(random, ACTORS),
    dashboard: drawBelow(random, dashboards),
    act,
    clicks: random() < 0.25 ? 2 : 1,
  };
}

function drawPage(random: Random, dashboards: number): Step {
  const [person, dashboard] = [draw(random, READERS), drawBelow(random, dashboards)];
  return { atMs: drawBelow(random, ACTIVE_MS), is: "open-page", person, dashboard };
}

/** Steps that are rarely close enough to each other by chance. */
const TROUBLES = [
  drawStalledCreate,
  drawLostReadBack,
  drawRoleChange,
  drawDisable,
  drawSameCard,
  drawBusyPage,
];

/** The response is lost, and the dashboard can't record that until another one considers it dead. */
function drawStalledCreate(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const dashboard = drawBelow(random, dashboards);
  const act: Act = { do: "create", customer: drawBelow(random, 3) };
  return [
    { atMs, is: "act", person: "manager", dashboard, act, clicks: 1 },
    { atMs: atMs + 5, is: "fault", fate: "lose-response", rate: 1, forMs: 2_000 },
    {
      atMs: atMs + drawBetween(random, 100, 2_900),
      is: "stall",
      dashboard,
      forMs: drawBetween(random, 1_000, 110_000),
    },
  ];
}

/** The issuer fails between a change and the reading of the card after it. */
function drawLostReadBack(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const act: Act = { do: draw(random, ["freeze", "block", "reissue"]), card: drawBelow(random, 3) };
  return [
    { atMs, is: "act", person: "manager", dashboard: drawBelow(random, dashboards), act, clicks: 1 },
    {
      atMs: atMs + drawBetween(random, 40, 200),
      is: "fault",
      fate: draw(random, ["refuse", "lose-request", "busy"]),
      rate: 1,
      forMs: 8_000,
    },
  ];
}

function drawRoleChange(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const [target, role] = [draw(random, CHANGED), draw(random, READERS)];
  return [
    {
      atMs,
      is: "act",
      person: "admin",
      dashboard: drawBelow(random, dashboards),
      act: { do: "change-role", target, role },
      clicks: 1,
    },
  ];
}

/** The person is disabled while they change their password. */
function drawDisable(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const target = draw(random, CHANGED);
  const act = (person: Role, delayMs: number, act: Act): Step => ({
    atMs: atMs + delayMs,
    is: "act",
    person,
    dashboard: drawBelow(random, dashboards),
    act,
    clicks: 1,
  });
  const steps = [
    act(target, 0, { do: "change-password" }),
    act("admin", drawBelow(random, 16), { do: "disable", target }),
  ];
  return random() < 0.3 ? [...steps, act("admin", 10_000, { do: "enable", target })] : steps;
}

/** Two people act on one card within a second. */
function drawSameCard(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const card = drawBelow(random, 3);
  return (["support", "manager", "admin"] as const).map((person) => ({
    atMs: atMs + drawBelow(random, 1_000),
    is: "act",
    person,
    dashboard: drawBelow(random, dashboards),
    act: { do: draw(random, CARD_ACTS), card },
    clicks: 1,
  }));
}

/** A page is opened while others change cards. */
function drawBusyPage(random: Random, dashboards: number): Step[] {
  const page = drawPage(random, dashboards);
  const [first, ...others] = drawSameCard(random, dashboards);
  const spread = [first, ...others].flatMap((step) =>
    step ? [{ ...step, atMs: page.atMs + drawBelow(random, 300) }] : [],
  );
  return [page, { ...page, atMs: page.atMs + drawBelow(random, 300) }, ...spread];
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
