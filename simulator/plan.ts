import { ROLES, type Role } from "@/lib/domain/people/permissions";
import { draw, drawBelow, drawBetween } from "@/sandbox/scenarios/random";
import { drawBulkApprovals } from "./bulk/bulk-approvals";
import { drawBulkSteps } from "./bulk/bulk-steps";
import { luckOf, type Random } from "./edges/luck";
import type { Fate } from "./edges/network";
import { drawFinanceSteps } from "./finance/finance-steps";
import { drawIdentitySteps, SESSION_LIMIT } from "./identity/identity-steps";
import { drawRareTroubles } from "./rare-troubles";
import { type Act, isDisturbance, type Plan, type Step } from "./step";
import { ACTIVE_MS, CARD_ACTS, drawInterruptedRead, drawPage, drawRead, TROUBLES } from "./troubles";

const ACTORS: readonly Role[] = ["admin", "manager", "manager", "support", "support", "finance"];
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
  "truncate",
  "gone",
  "duplicate",
];

/** Most clocks are right. */
const CLOCK_OFFSETS_MS: readonly number[] = [0, 0, 0, 0, -45_000, -1_000, 1_000, 45_000];
/** How many plans have no faults at all. */
const CALM_RATE = 0.15;

export function makePlan(seed: number): Plan {
  const random = luckOf(seed, "plan");
  const dashboards = drawBetween(random, 1, 3);
  const steps = [
    ...repeat(drawBetween(random, 4, 14), () => [drawAct(random, dashboards)]),
    ...repeat(drawBetween(random, 1, 3), () => [drawPage(random, dashboards)]),
    ...repeat(drawBelow(random, 4), () => [drawFault(random)]),
    ...repeat(drawBelow(random, 2), () => [drawCrash(random, dashboards)]),
    ...repeat(drawBelow(random, 3), () => [drawReport(random, dashboards)]),
    ...repeat(random() < 0.3 ? 1 : 0, () => [drawDatabaseFault(random, dashboards)]),
    ...repeat(random() < 0.3 ? 1 : 0, () => [drawForgery(random)]),
    ...repeat(random() < 0.3 ? 1 : 0, () => [drawLostAnswers(random)]),
    ...repeat(random() < 0.2 ? 1 : 0, () => [drawNewPassword(random, dashboards)]),
    ...repeat(random() < 0.3 ? 1 : 0, () => drawNewSession(random, dashboards)),
    ...repeat(drawBelow(random, 3), () => draw(random, TROUBLES)(random, dashboards)),
    ROLES.map((person): Step => ({ ...drawPage(random, dashboards), person, atMs: drawBelow(random, 500) })),
    ...repeat(drawBetween(random, 1, 4), () => [drawRead(random, dashboards)]),
    ...repeat(random() < 0.4 ? 1 : 0, () => drawInterruptedRead(random, dashboards)),
  ];
  const isCalm = random() < CALM_RATE;
  const identitySteps = drawIdentitySteps(luckOf(seed, "identity"), dashboards);
  const financeSteps = drawFinanceSteps(luckOf(seed, "finance"), dashboards);
  const bulkSteps = drawBulkSteps(luckOf(seed, "bulk"), dashboards);
  const bulkApprovals = drawBulkApprovals(luckOf(seed, "bulkApprovals"), dashboards);
  const rare = drawRareTroubles(luckOf(seed, "rare"), dashboards);
  const all = [steps.flat(), identitySteps ?? [], financeSteps, bulkSteps, bulkApprovals, rare].flat();
  const kept = all.filter((step) => !isCalm || !isDisturbance(step));
  const clockOffsetsMs = {
    issuer: draw(random, CLOCK_OFFSETS_MS),
    dashboards: repeat(dashboards, () => draw(random, CLOCK_OFFSETS_MS)),
  };
  const sessionLimit = identitySteps && SESSION_LIMIT;
  return { seed, dashboards, clockOffsetsMs, sessionLimit, steps: kept.sort((a, b) => a.atMs - b.atMs) };
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

function drawReport(random: Random, dashboards: number): Step {
  return {
    atMs: drawBelow(random, ACTIVE_MS),
    is: "act",
    person: draw(random, ["finance", "admin"]),
    dashboard: drawBelow(random, dashboards),
    act: { do: "request-report", report: draw(random, ["fee", "daily", "dailyTransactionFee"]) },
    clicks: random() < 0.25 ? 2 : 1,
  };
}

function drawDatabaseFault(random: Random, dashboards: number): Step {
  return {
    atMs: drawBelow(random, ACTIVE_MS),
    is: "database-fault",
    dashboard: drawBelow(random, dashboards),
    fault: draw(random, ["cut-before", "cut-after", "serialization-failure"]),
    rate: draw(random, [0.05, 0.3, 1]),
    forMs: drawBetween(random, 100, 3_000),
  };
}

/** Someone signs out, and in again soon. */
function drawNewSession(random: Random, dashboards: number): Step[] {
  const atMs = drawBelow(random, ACTIVE_MS);
  const person = draw(random, ACTORS);
  const act = (delayMs: number, act: Act): Step => {
    const dashboard = drawBelow(random, dashboards);
    return { atMs: atMs + delayMs, is: "act", person, dashboard, act, clicks: 1 };
  };
  return [act(0, { do: "sign-out" }), act(drawBelow(random, 3_000), { do: "sign-in" })];
}

function drawForgery(random: Random): Step {
  const forgery = draw(random, ["wrong-secret", "unsigned", "altered", "replayed"] as const);
  return { atMs: drawBelow(random, ACTIVE_MS), is: "forge-webhook", forgery };
}

function drawFault(random: Random): Step {
  return {
    atMs: drawBelow(random, ACTIVE_MS),
    is: "fault",
    fate: draw(random, FATES),
    rate: draw(random, [0.3, 0.6, 1]),
    forMs: drawBetween(random, 500, 8_000),
  };
}

function drawNewPassword(random: Random, dashboards: number): Step {
  return {
    atMs: drawBelow(random, ACTIVE_MS),
    is: "act",
    person: draw(random, ACTORS.slice(1)),
    dashboard: drawBelow(random, dashboards),
    act: { do: "change-password" },
    clicks: 1,
  };
}

function drawLostAnswers(random: Random): Step {
  return {
    atMs: drawBelow(random, ACTIVE_MS),
    is: "lose-answers",
    rate: draw(random, [0.3, 1]),
    forMs: drawBetween(random, 500, 4_000),
  };
}

function drawCrash(random: Random, dashboards: number): Step {
  return {
    atMs: drawBelow(random, ACTIVE_MS),
    is: "crash",
    dashboard: drawBelow(random, dashboards),
    downMs: drawBetween(random, 100, 6_000),
  };
}

function repeat<Item>(count: number, make: () => Item): Item[] {
  return Array.from({ length: count }, make);
}
