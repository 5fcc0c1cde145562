import { drawBelow, drawBetween } from "@/sandbox/scenarios/random";
import type { Random } from "@/simulator/edges/luck";
import type { Name } from "@/simulator/names";
import type { Act, Step } from "@/simulator/step";
import { ACTIVE_MS } from "@/simulator/troubles";

/** Draws for one plan. */
export type Drawing = {
  random: Random;
  dashboards: number;
  /** The number of the next request for approval. */
  nextRequest(): number;
};

/** Before the break. */
export function drawEarly({ random }: Drawing): number {
  return drawBetween(random, 1_000, ACTIVE_MS - 3_000);
}

/** After the break. */
export function drawLate({ random }: Drawing): number {
  return ACTIVE_MS + drawBetween(random, 2_000, 6_000);
}

export function act(
  { random, dashboards }: Drawing,
  atMs: number,
  person: Name,
  act: Act,
  options: { clicks?: number; session?: number; dashboard?: number } = {},
): Step {
  const dashboard = drawBelow(random, dashboards);
  return { atMs: Math.max(0, atMs), is: "act", person, dashboard, act, clicks: 1, ...options };
}

/** In each browser: one act that needs a recent confirmation, and one that doesn't. */
export function workInEach(drawing: Drawing, person: Name, atMs: number): Step[] {
  const { random } = drawing;
  return [0, 1, 2, 3].flatMap((session) => [
    act(
      drawing,
      atMs + drawBelow(random, 500),
      person,
      { do: "note", card: drawBelow(random, 3) },
      { session },
    ),
    act(
      drawing,
      atMs + drawBelow(random, 500),
      person,
      { do: "reissue", card: drawBelow(random, 3) },
      { session },
    ),
  ]);
}
