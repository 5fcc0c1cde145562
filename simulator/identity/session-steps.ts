import { draw, drawBelow, drawBetween } from "@/sandbox/scenarios/random";
import type { Name } from "@/simulator/names";
import type { Step } from "@/simulator/step";
import { ACTIVE_MS } from "@/simulator/troubles";
import { act, type Drawing, drawLate, workInEach } from "./drawing";

const BROWSING: readonly Name[] = ["manager", "second-manager", "second-admin", "support"];

/** Someone has several browsers, and sessions end in every way. */
export function drawSessions(drawing: Drawing): Step[] {
  const { random } = drawing;
  const person = draw(random, BROWSING);
  const atMs = drawBetween(random, 500, 6_000);
  const signIns = Array.from({ length: drawBetween(random, 2, 5) }, (_, index) =>
    act(drawing, atMs + index * drawBetween(random, 0, 400), person, { do: "sign-in" }),
  );
  const end = draw<Step>(random, [
    act(drawing, atMs + 3_000, person, { do: "end-session", other: 1 }),
    act(drawing, atMs + 3_000, person, { do: "end-other-sessions" }, { session: drawBelow(random, 2) }),
    act(drawing, atMs + 3_000, "third-admin", { do: "end-sessions-of", target: person }),
    act(drawing, atMs + 3_000, person, { do: "sign-out" }, { session: 1 }),
  ]);
  return [
    ...signIns,
    ...workInEach(drawing, person, atMs + 2_000),
    end,
    ...workInEach(drawing, person, atMs + 3_100),
    ...workInEach(drawing, person, atMs + 5_000),
    ...drawConfirmations(drawing, person),
    ...(random() < LONG_DAY_RATE ? drawLongDay(drawing) : []),
  ];
}

/** After the break: what needs a recent confirmation, before and after one of the browsers has it. */
function drawConfirmations(drawing: Drawing, person: Name): Step[] {
  const atMs = drawLate(drawing);
  const code = draw(drawing.random, ["password", "password", "wrong-password"] as const);
  return [
    ...workInEach(drawing, person, atMs),
    act(drawing, atMs + 1_000, person, { do: "confirm", code }, { session: drawBelow(drawing.random, 2) }),
    ...workInEach(drawing, person, atMs + 2_000),
  ];
}

/** It costs simulated minutes. */
const LONG_DAY_RATE = 0.15;
const LONG_DAY_PAUSES = 26;
const LONG_DAY_BREAK_MIN = 29;

/** Somebody works from morning to night, longer than a session lasts. */
function drawLongDay(drawing: Drawing): Step[] {
  const fromMs = ACTIVE_MS + 12_000;
  const work = Array.from({ length: LONG_DAY_PAUSES }, (_, index): Step[] => [
    act(drawing, fromMs + index * 1_000, "support", { do: "note", card: 0 }),
    { atMs: fromMs + index * 1_000 + 500, is: "break", minutes: LONG_DAY_BREAK_MIN },
  ]);
  return [act(drawing, fromMs - 1_500, "support", { do: "sign-in" }), ...work.flat()];
}
