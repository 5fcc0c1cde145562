import type { Role } from "@/lib/domain/people/permissions";
import { draw, drawBelow, drawBetween } from "@/sandbox/scenarios/random";
import type { Random } from "@/simulator/edges/luck";
import type { Name } from "@/simulator/names";
import type { Act, ActOf, GovernedKind, Step } from "@/simulator/step";
import { ACTIVE_MS } from "@/simulator/troubles";
import { act, type Drawing, drawEarly, drawLate } from "./drawing";

/** A sign-in takes less. */
const SIGN_IN_MS = 1_500;

type Requester = Extract<Name, "manager" | "second-manager" | "second-admin" | "third-admin">;
const REQUESTERS: readonly Requester[] = ["manager", "second-manager", "second-admin", "third-admin"];
const APPROVERS: readonly Name[] = ["admin", "admin", "second-admin", "manager", "second-manager"];

type Kind = Exclude<GovernedKind, "sign-off" | "issue">;

/** A request, its number in the plan, and who made it when. */
type Asked = { request: number; requester: Requester; atMs: number; kind: Kind };

/** Policies are switched on, and people ask for what they govern. */
export function drawApprovals(drawing: Drawing): Step[] {
  const { random } = drawing;
  const kinds = draw<readonly Kind[]>(random, [
    ["block", "reissue"],
    ["block", "reissue", "role"],
    ["reissue"],
  ]);
  const approvers = draw<readonly Role[]>(random, [["admin", "manager"], ["admin", "manager"], ["admin"]]);
  const switchOn = act(drawing, drawBelow(random, 100), "admin", { do: "change-policies", kinds, approvers });
  const courses = Array.from({ length: drawBetween(random, 2, 5) }, () => {
    const isLate = random() < 0.2;
    return drawCourse(drawing, draw(random, kinds), isLate ? drawLate(drawing) : drawEarly(drawing));
  });
  const isSwitchedOff = random() < 0.2;
  const switchOff: Act = {
    do: "change-policies",
    kinds: [],
    approvers,
    note: draw(random, ["ask", "alone"]),
    request: drawing.nextRequest(),
  };
  return [
    switchOn,
    ...courses.flat(),
    ...(isSwitchedOff ? [act(drawing, drawEarly(drawing), "second-admin", switchOff)] : []),
  ];
}

function drawCourse(drawing: Drawing, kind: Kind, atMs: number): Step[] {
  const { random } = drawing;
  const requester = draw(random, kind === "role" ? REQUESTERS.slice(2) : REQUESTERS);
  const asked: Asked = { request: drawing.nextRequest(), requester, atMs, kind };
  const what = drawGoverned(random, asked);
  const note = random() < 0.1 ? {} : { note: "ask" as const };
  const clicks = random() < 0.2 ? 2 : 1;
  const request = act(drawing, atMs, requester, { ...what, ...note }, { clicks });
  return withSignIns(drawing, [request, ...draw(random, COURSES)(drawing, asked)]);
}

/** After a long break nobody is signed in anymore, and after a shorter one they would have to confirm who they are. */
function withSignIns(drawing: Drawing, steps: Step[]): Step[] {
  const late = steps.filter((step) => step.is === "act" && step.atMs > ACTIVE_MS);
  const names = new Set(late.flatMap((step) => (step.is === "act" ? [step.person] : [])));
  const atMs = Math.min(...late.map((step) => step.atMs)) - SIGN_IN_MS;
  return [...[...names].map((name) => act(drawing, atMs, name, { do: "sign-in" })), ...steps];
}

/** The request is stored by then, unless something went wrong. */
function drawDecisionMs({ random }: Drawing, { atMs }: Asked): number {
  return atMs + drawBetween(random, 800, 2_500);
}

function drawGoverned(random: Random, { kind, request }: Asked): ActOf<"change-role" | "block" | "reissue"> {
  if (kind === "role")
    return { do: "change-role", target: draw(random, ["support", "finance"]), role: "auditor", request };
  return { do: kind, card: drawBelow(random, 3), request };
}

/** What becomes of a request. The frequent ones several times: those that disable somebody spoil the others. */
const COURSES = [
  approved,
  approved,
  approved,
  approved,
  approvedTwice,
  approvedTwice,
  approvedWhileChanged,
  approvedByAnyone,
  approvedByRequester,
  ended,
  endedWhileApproved,
  endedWhileApproved,
  requesterDisabled,
  approverChanged,
  interrupted,
  interrupted,
  interrupted,
  interruptedAndDisabled,
  expired,
  expired,
  inAnEmergency,
];

function approval(drawing: Drawing, { request }: Asked, atMs: number, person: Name, clicks = 1): Step {
  return act(drawing, atMs, person, { do: "approve", request }, { clicks });
}

function drawApprover({ random }: Drawing, { requester }: Asked): Name {
  return draw(
    random,
    APPROVERS.filter((name) => name !== requester),
  );
}

function approved(drawing: Drawing, asked: Asked): Step[] {
  const atMs = drawDecisionMs(drawing, asked);
  return [approval(drawing, asked, atMs, drawApprover(drawing, asked), drawing.random() < 0.3 ? 2 : 1)];
}

function approvedTwice(drawing: Drawing, asked: Asked): Step[] {
  const atMs = drawDecisionMs(drawing, asked);
  return ["admin" as const, drawApprover(drawing, asked)].map((person) =>
    approval(drawing, asked, atMs + drawBelow(drawing.random, 30), person),
  );
}

/** The approver reads the page, and the card changes before they approve. */
function approvedWhileChanged(drawing: Drawing, asked: Asked): Step[] {
  const { random } = drawing;
  const atMs = drawDecisionMs(drawing, asked);
  const changes = [0, 1, 2].map((card) =>
    act(drawing, atMs + drawBetween(random, -60, 60), "support", { do: "freeze", card }),
  );
  return [approval(drawing, asked, atMs, drawApprover(drawing, asked)), ...changes];
}

/** Also by people who may not. */
function approvedByAnyone(drawing: Drawing, asked: Asked): Step[] {
  const atMs = drawDecisionMs(drawing, asked);
  const others: readonly Name[] = ["support", "auditor", "manager", "second-manager"];
  return others.map((person) => approval(drawing, asked, atMs + drawBelow(drawing.random, 800), person));
}

function approvedByRequester(drawing: Drawing, asked: Asked): Step[] {
  const atMs = drawDecisionMs(drawing, asked);
  return [approval(drawing, asked, atMs, asked.requester)];
}

function drawEnd(drawing: Drawing, asked: Asked, atMs: number): Step {
  return drawing.random() < 0.5
    ? act(drawing, atMs, asked.requester, { do: "withdraw", request: asked.request })
    : act(drawing, atMs, drawApprover(drawing, asked), { do: "decline", request: asked.request });
}

function ended(drawing: Drawing, asked: Asked): Step[] {
  const atMs = drawDecisionMs(drawing, asked);
  const laterMs = atMs + drawBetween(drawing.random, 300, 1_500);
  return [drawEnd(drawing, asked, atMs), approval(drawing, asked, laterMs, drawApprover(drawing, asked))];
}

function endedWhileApproved(drawing: Drawing, asked: Asked): Step[] {
  const atMs = drawDecisionMs(drawing, asked);
  return [
    drawEnd(drawing, asked, atMs + drawBelow(drawing.random, 200)),
    approval(drawing, asked, atMs, drawApprover(drawing, asked)),
  ];
}

function requesterDisabled(drawing: Drawing, asked: Asked): Step[] {
  const atMs = drawDecisionMs(drawing, asked);
  const approvalMs = atMs + drawBetween(drawing.random, -200, 1_000);
  return [
    act(drawing, atMs, "admin", { do: "disable", target: asked.requester }),
    approval(drawing, asked, approvalMs, "admin"),
  ];
}

function approverChanged(drawing: Drawing, asked: Asked): Step[] {
  const { random } = drawing;
  const atMs = drawDecisionMs(drawing, asked);
  const approver = asked.requester === "manager" ? "second-manager" : "manager";
  const change = draw<Act>(random, [
    { do: "disable", target: approver },
    { do: "change-role", target: approver, role: "support" },
    { do: "change-role", target: approver, role: "support", note: "alone", request: drawing.nextRequest() },
  ]);
  return [
    act(drawing, atMs, "admin", change),
    approval(drawing, asked, atMs + drawBetween(random, -100, 300), approver),
  ];
}

/** The dashboard ends at some `await` of an approval. */
function interrupted(drawing: Drawing, asked: Asked): Step[] {
  const { random, dashboards } = drawing;
  const atMs = drawDecisionMs(drawing, asked);
  const dashboard = drawBelow(random, dashboards);
  const request = asked.request;
  return [
    act(drawing, atMs, drawApprover(drawing, asked), { do: "approve", request }, { dashboard }),
    {
      atMs,
      is: "crash",
      dashboard,
      downMs: drawBetween(random, 100, 3_000),
      afterEvents: 1 + drawBelow(random, 250),
    },
  ];
}

function interruptedAndDisabled(drawing: Drawing, asked: Asked): Step[] {
  const steps = interrupted(drawing, asked);
  const atMs = asked.atMs + drawBetween(drawing.random, 2_000, 3_000);
  return [...steps, act(drawing, atMs, "admin", { do: "disable", target: asked.requester })];
}

/** From a page that was opened in time. */
function expired(drawing: Drawing, asked: Asked): Step[] {
  const approver = drawApprover(drawing, asked);
  return [
    act(drawing, drawDecisionMs(drawing, asked), approver, { do: "look", request: asked.request }),
    approval(drawing, asked, drawLate(drawing), approver),
  ];
}

/** Also by somebody who may not act alone, and sometimes interrupted. */
function inAnEmergency(drawing: Drawing, asked: Asked): Step[] {
  const { random } = drawing;
  const atMs = drawDecisionMs(drawing, asked);
  const person = draw(random, ["admin", "second-admin", "manager"] as const);
  const what: Act = { ...drawGoverned(random, asked), note: "alone", request: drawing.nextRequest() };
  const dashboard = drawBelow(random, drawing.dashboards);
  const crash: Step = {
    atMs,
    is: "crash",
    dashboard,
    downMs: 1_000,
    afterEvents: 1 + drawBelow(random, 150),
  };
  return [
    act(drawing, atMs, person, what, { dashboard, clicks: random() < 0.3 ? 2 : 1 }),
    ...(random() < 0.4 ? [crash] : []),
  ];
}
