import { draw, drawBetween } from "@/sandbox/scenarios/random";
import type { Random } from "@/simulator/edges/luck";
import type { Step } from "@/simulator/step";
import { ACTIVE_MS } from "@/simulator/troubles";
import { drawApprovals } from "./approval-steps";
import { drawFactors, drawRequirement } from "./factor-steps";
import { drawSessions } from "./session-steps";

/** How many plans have approvals, factors, and several sessions per person. The others are as if these didn't exist. */
const IDENTITY_RATE = 0.5;
export const SESSION_LIMIT = 3;
/** Longer than a code is valid, a confirmation, an unused session, or a request. */
const PAUSES_MIN: readonly number[] = [2, 11, 31, 61];

const SCENES = [
  drawApprovals,
  drawApprovals,
  drawApprovals,
  drawSessions,
  drawSessions,
  drawFactors,
  drawFactors,
  drawRequirement,
];

/** From a stream of their own, so that the other half of the plans keeps its course. Null if there are none. */
export function drawIdentitySteps(random: Random, dashboards: number): Step[] | null {
  if (random() >= IDENTITY_RATE) return null;
  let requests = 0;
  const minutes = draw(random, PAUSES_MIN);
  const drawing = { random, dashboards, nextRequest: () => requests++ };
  const scenes = Array.from({ length: drawBetween(random, 1, 2) }, () => draw(random, SCENES)(drawing));
  return [{ atMs: ACTIVE_MS, is: "break", minutes }, ...scenes.flat()];
}
