import type { ExceptionKind, ExceptionState } from "@/lib/domain/reconciliation/exception";
import type { DisagreementKind } from "@/lib/domain/settings/disagreements";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { draw, drawBelow, drawBetween } from "@/sandbox/scenarios/random";
import type { Random } from "@/simulator/edges/luck";
import { act, type Drawing } from "@/simulator/identity/drawing";
import type { Name } from "@/simulator/names";
import type { Act, Step } from "@/simulator/step";
import { ACTIVE_MS } from "@/simulator/troubles";
import { SETTLED_DAY } from "@/simulator/world";

/** How many plans have schedules, disagreements, and sign-offs. */
const FINANCE_RATE = 0.2;
/** The numbers before it belong to the other requests for approval. */
const FIRST_REQUEST = 100;
/** Long enough that a new file is compared at once (runSoon in lib/jobs/queue.ts), and nobody has to confirm. */
const BREAK_MINUTES = 2;
const DAY_BEFORE: IsoDate = "2026-03-01";

const DISAGREEMENTS: readonly DisagreementKind[] = [
  "missing-row",
  "changed-amount",
  "changed-currency",
  "doubled-row",
  "wrong-day",
  "wrong-balance",
  "extra-row",
  "semicolons",
];
const RULED: readonly ExceptionKind[] = ["amount-differs", "file-only", "records-only", "twice"];
const STATES: readonly ExceptionState[] = ["explained", "explained", "waiting", "resolved", "open"];
const SIGNERS: readonly Name[] = ["finance", "finance", "admin"];

/** From a stream of their own, so that the other plans keep their course. */
export function drawFinanceSteps(random: Random, dashboards: number): Step[] {
  if (random() >= FINANCE_RATE) return [];
  let requests = FIRST_REQUEST;
  const drawing: Drawing = { random, dashboards, nextRequest: () => requests++ };
  const isByTwo = random() < 0.4;
  const switchOn: Act = { do: "change-policies", kinds: ["sign-off"], approvers: ["admin", "manager"] };
  const comparedMs = drawBetween(random, 7_500, 9_500);
  const fetching = drawFetching(drawing);
  const hasDayBefore = fetching.some((step) => step.is === "act" && step.act.do === "request-missing");
  return [
    ...(random() < 0.7 ? [{ atMs: 0, is: "disagree" as const, kind: draw(random, DISAGREEMENTS) }] : []),
    ...(isByTwo ? [act(drawing, drawBelow(random, 100), "admin", switchOn)] : []),
    ...fetching,
    ...drawWork(drawing, comparedMs),
    // Days are signed off in sequence.
    ...(hasDayBefore ? drawSignOff(drawing, comparedMs, DAY_BEFORE, isByTwo) : []),
    ...drawSignedDay(drawing, comparedMs + drawBetween(random, 1_000, 3_000), isByTwo),
    ...(random() < 0.5 ? drawNewFile(drawing, isByTwo) : []),
  ];
}

/** Two ways to get the files at about the same time. */
function drawFetching(drawing: Drawing): Step[] {
  const { random } = drawing;
  const ways: readonly Act[] = [
    { do: "schedule-report", report: "daily" },
    { do: "schedule-report", report: "daily" },
    { do: "schedule-report", report: "fee" },
    { do: "request-report", report: "daily" },
  ];
  const missing: Act = { do: "request-missing" };
  const atMs = drawBetween(random, 300, 2_500);
  const fetch = (delayMs: number, what: Act) =>
    act(drawing, atMs + delayMs, draw<Name>(random, ["finance", "finance", "admin"]), what, {
      clicks: random() < 0.2 ? 2 : 1,
    });
  const stop: Act = { do: "stop-schedule", report: "daily" };
  return [
    fetch(0, draw(random, ways)),
    fetch(drawBelow(random, 1_500), random() < 0.2 ? missing : draw(random, ways)),
    ...(random() < 0.2 ? [fetch(drawBelow(random, 2_000), stop)] : []),
  ];
}

function drawWork(drawing: Drawing, atMs: number): Step[] {
  const { random } = drawing;
  const works: readonly Act[] = [
    { do: "set-exceptions", state: draw(random, STATES) },
    { do: "set-exceptions", state: draw(random, STATES) },
    { do: "add-rule", kind: draw(random, RULED) },
    { do: "end-rule" },
  ];
  return Array.from({ length: drawBetween(random, 1, 3) }, () =>
    act(drawing, atMs + drawBelow(random, 2_000), draw(random, SIGNERS), draw(random, works)),
  );
}

/** Sometimes interrupted, and sometimes reopened. */
function drawSignedDay(drawing: Drawing, atMs: number, isByTwo: boolean): Step[] {
  const { random, dashboards } = drawing;
  const dashboard = drawBelow(random, dashboards);
  const afterEvents = 1 + drawBelow(random, 200);
  const crash: Step = { atMs, is: "crash", dashboard, downMs: 1_000, afterEvents };
  const reopen: Act = { do: "reopen", day: SETTLED_DAY };
  return [
    ...drawSignOff(drawing, atMs, SETTLED_DAY, isByTwo, dashboard),
    ...(random() < 0.3 ? [crash] : []),
    ...(random() < 0.2 ? [act(drawing, atMs + drawBelow(random, 2_500), "finance", reopen)] : []),
  ];
}

function drawSignOff(
  drawing: Drawing,
  atMs: number,
  day: IsoDate,
  isByTwo: boolean,
  dashboard = drawBelow(drawing.random, drawing.dashboards),
): Step[] {
  const { random } = drawing;
  const signer = draw(random, SIGNERS);
  const clicks = random() < 0.2 ? 2 : 1;
  if (!isByTwo) return [act(drawing, atMs, signer, { do: "sign-off", day }, { clicks, dashboard })];
  const request = drawing.nextRequest();
  const note = random() < 0.1 ? "alone" : "ask";
  const other: Name = signer === "admin" ? "finance" : "admin";
  const approvals = Array.from({ length: drawBetween(random, 1, 2) }, () => {
    const person = draw<Name>(random, [other, other, other, signer, "manager"]);
    const approve: Act = { do: person === "manager" ? "approve" : "approve-sign-off", request };
    return act(drawing, atMs + drawBetween(random, 500, 2_000), person, approve);
  });
  return [
    act(drawing, atMs, signer, { do: "sign-off", day, note, request }, { clicks, dashboard }),
    ...approvals,
  ];
}

/** After a break, the issuer has another file of a day that is signed off by then. */
function drawNewFile(drawing: Drawing, isByTwo: boolean): Step[] {
  const { random } = drawing;
  const atMs = ACTIVE_MS + drawBetween(random, 500, 1_500);
  const signIns = (["finance", "admin"] as const).map((name) => act(drawing, atMs, name, { do: "sign-in" }));
  const again: Act = { do: "request-report", report: "daily" };
  return [
    { atMs: ACTIVE_MS, is: "break", minutes: BREAK_MINUTES },
    { atMs, is: "disagree", kind: random() < 0.4 ? null : draw(random, DISAGREEMENTS) },
    ...signIns,
    act(drawing, atMs + 800, draw<Name>(random, ["finance", "admin"]), again),
    ...(random() < 0.4 ? drawWork(drawing, atMs + 5_000) : []),
    ...(random() < 0.4
      ? drawSignOff(drawing, atMs + drawBetween(random, 5_000, 7_000), SETTLED_DAY, isByTwo)
      : []),
  ];
}
