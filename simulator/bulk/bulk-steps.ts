import { draw, drawBelow, drawBetween } from "@/sandbox/scenarios/random";
import type { Random } from "@/simulator/edges/luck";
import type { Fate } from "@/simulator/edges/network";
import { act, type Drawing } from "@/simulator/identity/drawing";
import type { Name } from "@/simulator/names";
import type { Act, Step } from "@/simulator/step";

/** How many plans have runs that issue cards from files. */
const BULK_RATE = 0.2;
const ISSUERS: readonly Name[] = ["manager", "admin"];
/** Upload, plan, and start. The cards follow within a second or two. */
const UPLOAD_MS = 1_500;
/** About as many as happen from an upload to its last card. */
const MAX_EVENTS = 600;
/** Longer than a run's lease and an operation's owner are waited for. */
const LONG_PAUSE_MS = 200_000;

const LOST_ANSWERS: readonly Fate[] = [
  "lose-response",
  "lose-response",
  "reset-after",
  "gateway-error-after",
  "truncate",
  "late-request",
  "late-response",
];
const NO_EFFECT: readonly Fate[] = ["rate-limit", "busy", "refuse", "lose-request"];

/** From a stream of their own, so that the other plans keep their course. */
export function drawBulkSteps(random: Random, dashboards: number): Step[] {
  if (random() >= BULK_RATE) return [];
  const drawing: Drawing = { random, dashboards, nextRequest: () => 0 };
  return Array.from({ length: drawBetween(random, 1, 2) }, (_, file) => drawFile(drawing, file)).flat();
}

/** One file, often uploaded again, with what interrupts its runs. */
function drawFile(drawing: Drawing, file: number): Step[] {
  const { random } = drawing;
  const atMs = drawBetween(random, 500, 9_000);
  const runningMs = atMs + UPLOAD_MS;
  return [
    ...drawUploads(drawing, file, atMs),
    ...Array.from({ length: drawBetween(random, 0, 2) }, () =>
      draw(random, TROUBLES)(drawing, runningMs + drawBetween(random, -UPLOAD_MS, UPLOAD_MS)),
    ).flat(),
    ...(random() < 0.4 ? drawControl(drawing, runningMs + drawBetween(random, -500, 1_500)) : []),
  ];
}

function drawUploads(drawing: Drawing, file: number, atMs: number): Step[] {
  const { random } = drawing;
  const first = draw(random, ISSUERS);
  const other = first === "admin" ? "manager" : "admin";
  const upload = (person: Name, delayMs: number) =>
    act(drawing, atMs + delayMs, person, { do: "issue-file", file }, { clicks: random() < 0.3 ? 2 : 1 });
  return [
    upload(first, 0),
    ...(random() < 0.75 ? [upload(other, drawBelow(random, 300))] : []),
    ...(random() < 0.4 ? [upload(draw(random, ISSUERS), drawBetween(random, 500, 5_000))] : []),
  ];
}

const TROUBLES = [
  drawCrash,
  drawCrash,
  drawLostAnswers,
  drawLostAnswers,
  drawNoEffect,
  drawDatabase,
  drawPause,
  drawRole,
];

/** Sometimes the dashboard that goes on crashes, too. */
function drawCrash({ random, dashboards }: Drawing, atMs: number): Step[] {
  return Array.from(
    { length: drawBetween(random, 1, 2) },
    (): Step => ({
      atMs: atMs - UPLOAD_MS / 2,
      is: "crash",
      dashboard: drawBelow(random, dashboards),
      downMs: drawBetween(random, 100, 3_000),
      afterEvents: 1 + drawBelow(random, MAX_EVENTS),
    }),
  );
}

function drawLostAnswers({ random }: Drawing, atMs: number): Step[] {
  const [fate, rate] = [draw(random, LOST_ANSWERS), draw(random, [0.3, 0.6, 1])];
  return [{ atMs, is: "fault", fate, rate, forMs: drawBetween(random, 300, 4_000), isForChanges: true }];
}

function drawNoEffect({ random }: Drawing, atMs: number): Step[] {
  const [fate, rate] = [draw(random, NO_EFFECT), draw(random, [0.3, 0.6, 1])];
  return [{ atMs, is: "fault", fate, rate, forMs: drawBetween(random, 500, 5_000) }];
}

function drawDatabase({ random, dashboards }: Drawing, atMs: number): Step[] {
  return [
    {
      atMs,
      is: "database-fault",
      dashboard: drawBelow(random, dashboards),
      fault: draw(random, ["cut-before", "cut-after", "serialization-failure"] as const),
      rate: draw(random, [0.05, 0.3]),
      forMs: drawBetween(random, 300, 3_000),
    },
  ];
}

/** A long one, in which another instance goes on with the run, costs many simulated minutes, so it is rare. */
function drawPause({ random, dashboards }: Drawing, atMs: number): Step[] {
  const forMs = draw(random, dashboards > 1 ? [5_000, 5_000, 5_000, LONG_PAUSE_MS] : [5_000]);
  const is = forMs === LONG_PAUSE_MS ? "pause" : draw(random, ["stall", "pause"] as const);
  return [{ atMs, is, dashboard: drawBelow(random, dashboards), forMs }];
}

/** The person who started the run may no longer do so. */
function drawRole(drawing: Drawing, atMs: number): Step[] {
  return [act(drawing, atMs, "admin", { do: "change-role", target: "manager", role: "support" })];
}

/** Pauses and resumes the newest run, or cancels what is left of it. */
function drawControl(drawing: Drawing, atMs: number): Step[] {
  const { random } = drawing;
  const control = (delayMs: number, to: Extract<Act, { do: "control-run" }>["to"]) =>
    act(drawing, atMs + delayMs, draw(random, ISSUERS), { do: "control-run", to });
  if (random() < 0.3) return [control(0, "canceled")];
  const laterMs = drawBetween(random, 300, 3_000);
  return [
    control(0, "paused"),
    ...(random() < 0.8 ? [control(laterMs, random() < 0.2 ? "canceled" : "running")] : []),
  ];
}
