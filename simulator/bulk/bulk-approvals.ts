import type { Role } from "@/lib/domain/people/permissions";
import { draw, drawBelow, drawBetween } from "@/sandbox/scenarios/random";
import type { Random } from "@/simulator/edges/luck";
import { act, type Drawing } from "@/simulator/identity/drawing";
import type { Act, Step } from "@/simulator/step";
import { ACTIVE_MS } from "@/simulator/troubles";
import { FIRST_HIGH_FILE } from "./files";

/** How many plans have files whose limits need a second person. */
const APPROVAL_RATE = 0.1;
/** The numbers before it belong to the other requests for approval. */
const FIRST_REQUEST = 200;
/** Upload, plan, and request. */
const REQUEST_MS = 1_500;
/** Longer than a request can wait. */
const BREAK_MINUTES = 61;
const MAX_EVENTS = 300;

type Person = Extract<Role, "admin" | "manager">;

/** A file, and who asked for its cards when. */
type Asked = { file: number; request: number; requester: Person; approver: Person; atMs: number };

/** From a stream of their own, so that the other plans keep their course. */
export function drawBulkApprovals(random: Random, dashboards: number): Step[] {
  if (random() >= APPROVAL_RATE) return [];
  let requests = FIRST_REQUEST;
  const drawing: Drawing = { random, dashboards, nextRequest: () => requests++ };
  const switchOn: Act = { do: "change-policies", kinds: ["issue"], approvers: ["admin", "manager"] };
  return [
    act(drawing, drawBelow(random, 100), "admin", switchOn),
    ...Array.from({ length: drawBetween(random, 1, 2) }, (_, index) =>
      drawCourse(drawing, FIRST_HIGH_FILE + index),
    ).flat(),
  ];
}

function drawCourse(drawing: Drawing, file: number): Step[] {
  const { random } = drawing;
  const asked: Asked = { file, request: drawing.nextRequest(), ...drawPair(random), atMs: drawMs(random) };
  const clicks = random() < 0.2 ? 2 : 1;
  const note = random() < 0.1 ? {} : { note: "ask" as const };
  return [upload(drawing, asked, { ...note, clicks }), ...draw(random, COURSES)(drawing, asked)];
}

/** Who asks, and who is the second person. */
function drawPair(random: Random): Pick<Asked, "requester" | "approver"> {
  return random() < 0.6
    ? { requester: "manager", approver: "admin" }
    : { requester: "admin", approver: "manager" };
}

/** After the policy is on, and early enough that the run ends before the last steps. */
function drawMs(random: Random): number {
  return drawBetween(random, 800, 8_000);
}

/** The request is stored by then, unless something went wrong. */
function drawDecisionMs({ random }: Drawing, { atMs }: Asked): number {
  return atMs + REQUEST_MS + drawBetween(random, -500, 1_500);
}

function upload(
  drawing: Drawing,
  { file, request, requester, atMs }: Asked,
  { note, clicks = 1 }: { note?: "ask" | "alone"; clicks?: number } = {},
): Step {
  return act(
    drawing,
    atMs,
    requester,
    { do: "issue-file", file, request, ...(note && { note }) },
    { clicks },
  );
}

function approval(drawing: Drawing, { request }: Asked, atMs: number, person: Person, clicks = 1): Step {
  return act(drawing, atMs, person, { do: "approve", request }, { clicks });
}

/** What becomes of a request. The frequent ones several times. */
const COURSES = [
  approved,
  approved,
  approvedByRequester,
  interrupted,
  interrupted,
  ended,
  canceled,
  requesterChanged,
  sameFile,
  sameFile,
  alone,
  expired,
];

function approved(drawing: Drawing, asked: Asked): Step[] {
  const atMs = drawDecisionMs(drawing, asked);
  return [approval(drawing, asked, atMs, asked.approver, drawing.random() < 0.5 ? 2 : 1)];
}

function approvedByRequester(drawing: Drawing, asked: Asked): Step[] {
  return [approval(drawing, asked, drawDecisionMs(drawing, asked), asked.requester)];
}

/** The dashboard ends at some `await` of the approval, or of the run that it starts. */
function interrupted(drawing: Drawing, asked: Asked): Step[] {
  const { random, dashboards } = drawing;
  const atMs = drawDecisionMs(drawing, asked);
  const crash: Step = {
    atMs,
    is: "crash",
    dashboard: drawBelow(random, dashboards),
    downMs: drawBetween(random, 100, 3_000),
    afterEvents: 1 + drawBelow(random, MAX_EVENTS),
  };
  return [approval(drawing, asked, atMs, asked.approver), crash];
}

/** Declined or withdrawn, at about the time of the approval. */
function ended(drawing: Drawing, asked: Asked): Step[] {
  const { random } = drawing;
  const { request, requester, approver } = asked;
  const atMs = drawDecisionMs(drawing, asked);
  const end = random() < 0.5 ? ([requester, "withdraw"] as const) : ([approver, "decline"] as const);
  return [
    act(drawing, atMs, end[0], { do: end[1], request }),
    approval(drawing, asked, atMs + drawBetween(random, -100, 500), approver),
  ];
}

/** The plan is canceled while its request waits, or right after it was approved. */
function canceled(drawing: Drawing, asked: Asked): Step[] {
  const atMs = drawDecisionMs(drawing, asked);
  return [
    act(drawing, atMs, asked.requester, { do: "control-run", to: "canceled" }),
    approval(drawing, asked, atMs + drawBetween(drawing.random, -300, 500), asked.approver),
  ];
}

/** The manager who asked, or who should approve, may no longer do so. */
function requesterChanged(drawing: Drawing, asked: Asked): Step[] {
  const { random } = drawing;
  const atMs = drawDecisionMs(drawing, asked);
  const change = draw<Act>(random, [
    { do: "change-role", target: "manager", role: "support" },
    { do: "disable", target: "manager" },
  ]);
  return [
    act(drawing, atMs, "admin", change),
    approval(drawing, asked, atMs + drawBetween(random, -200, 500), asked.approver),
  ];
}

/** Both ask for the same file, and approve the other one's request. */
function sameFile(drawing: Drawing, asked: Asked): Step[] {
  const { random } = drawing;
  const other: Asked = {
    ...asked,
    request: drawing.nextRequest(),
    requester: asked.approver,
    approver: asked.requester,
    atMs: asked.atMs + drawBelow(random, 300),
  };
  const atMs = drawDecisionMs(drawing, asked);
  return [
    upload(drawing, other, { note: "ask" }),
    approval(drawing, asked, atMs, asked.approver),
    approval(drawing, other, atMs + drawBelow(random, 300), other.approver),
  ];
}

/** In an emergency, also by somebody who may not act alone. */
function alone(drawing: Drawing, asked: Asked): Step[] {
  const request = drawing.nextRequest();
  const person = draw<Person>(drawing.random, ["admin", "admin", "manager"]);
  const atMs = asked.atMs + drawBetween(drawing.random, 100, 2_000);
  return [upload(drawing, { ...asked, request, requester: person, atMs }, { note: "alone" })];
}

/** The page is opened in time, and the request approved from it after a break. */
function expired(drawing: Drawing, asked: Asked): Step[] {
  const { request, approver } = asked;
  const lateMs = ACTIVE_MS + 2_000;
  return [
    act(drawing, drawDecisionMs(drawing, asked), approver, { do: "look", request }),
    { atMs: ACTIVE_MS, is: "break", minutes: BREAK_MINUTES },
    act(drawing, lateMs, approver, { do: "sign-in" }),
    approval(drawing, asked, lateMs + 1_500, approver),
  ];
}
