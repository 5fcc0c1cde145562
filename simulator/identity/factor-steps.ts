import type { FactorRule } from "@/lib/domain/people/factor-policy";
import { draw, drawBelow, drawBetween } from "@/sandbox/scenarios/random";
import type { Name } from "@/simulator/names";
import type { Act, Code, Step } from "@/simulator/step";
import { act, type Drawing, drawLate, workInEach } from "./drawing";

type Enrolled = Extract<Name, "second-manager" | "third-admin" | "second-admin">;
const CODES: readonly Code[] = ["app", "app", "wrong", "again", "recovery-0", "recovery-0", "recovery-1"];

/** Someone adds an authenticator app, signs in with codes, and sometimes loses it. */
export function drawFactors(drawing: Drawing): Step[] {
  const { random } = drawing;
  const person = draw<Enrolled>(random, ["second-manager", "third-admin", "second-admin"]);
  const atMs = drawBetween(random, 500, 4_000);
  const lateMs = drawLate(drawing);
  return [
    act(drawing, atMs - 400, person, { do: "sign-in" }),
    ...enroll(drawing, person, atMs),
    ...workInEach(drawing, person, atMs + 3_000),
    ...giveCodes(drawing, person, lateMs),
    ...(random() < 0.5 ? loseFactors(drawing, person, lateMs + 4_000) : []),
  ];
}

function enroll(drawing: Drawing, person: Name, atMs: number): Step[] {
  const { random } = drawing;
  return [
    act(drawing, atMs, person, { do: "begin-factor" }, { session: 0 }),
    act(
      drawing,
      atMs + 1_500,
      person,
      { do: "add-factor", code: random() < 0.9 ? "app" : "wrong" },
      {
        session: 0,
        clicks: random() < 0.3 ? 2 : 1,
      },
    ),
  ];
}

/** Two browsers give codes, often the same one at the same time. */
function giveCodes(drawing: Drawing, person: Name, atMs: number): Step[] {
  const { random } = drawing;
  const code = draw(random, CODES);
  const give = (delayMs: number, session: number, given: Code) =>
    act(drawing, atMs + delayMs, person, { do: "give-code", code: given }, { session });
  return [
    act(drawing, atMs - 1_600, person, { do: "sign-in" }),
    act(drawing, atMs - 1_200, person, { do: "sign-in" }),
    ...workInEach(drawing, person, atMs - 600),
    give(0, 0, code),
    give(drawBelow(random, 30), 1, code),
    ...(random() < 0.3 ? interruptCodes(drawing, person, atMs) : []),
    give(1_200, 1, draw(random, CODES)),
    act(drawing, atMs + 1_600, person, { do: "confirm", code: draw(random, CODES) }, { session: 0 }),
    ...workInEach(drawing, person, atMs + 2_000),
  ];
}

/** Between two codes, an admin ends the person's sessions, or the dashboard ends. */
function interruptCodes(drawing: Drawing, target: Name, atMs: number): Step[] {
  const { random } = drawing;
  if (random() < 0.6)
    return [
      act(drawing, atMs - 1_000, "admin", { do: "sign-in" }),
      act(drawing, atMs + 700, "admin", { do: "end-sessions-of", target }),
    ];
  const dashboard = drawBelow(random, drawing.dashboards);
  return [{ atMs, is: "crash", dashboard, downMs: 500, afterEvents: 1 + drawBelow(random, 100) }];
}

/** An admin asks for the removal, and another one should decide. */
function loseFactors(drawing: Drawing, target: Enrolled, atMs: number): Step[] {
  const { random } = drawing;
  const asking: Name = target === "second-admin" ? "third-admin" : "second-admin";
  const deciding = draw<Name>(random, [asking, target, "admin", "admin", "manager"]);
  const isConfirmed = random() < 0.8;
  return [
    ...[asking, "admin" as const].map((person) => act(drawing, atMs - 1_500, person, { do: "sign-in" })),
    act(drawing, atMs, asking, { do: "remove-factors", target }),
    act(drawing, atMs + 1_000, deciding, { do: "decide-removal", target, isConfirmed }),
    act(drawing, atMs + 1_000, draw<Name>(random, [asking, "admin"]), {
      do: "decide-removal",
      target,
      isConfirmed: true,
    }),
    ...workInEach(drawing, target, atMs + 2_500),
  ];
}

/** A role begins to require a factor. Its people add one, or lose their sessions, or it is no longer required. */
export function drawRequirement(drawing: Drawing): Step[] {
  const { random } = drawing;
  const atMs = drawBetween(random, 1_000, 4_000);
  const rule = (rule: FactorRule): Act => ({ do: "require-factor", role: "manager", rule });
  const person = draw<Name>(random, ["manager", "second-manager"]);
  const signIns = Array.from({ length: drawBetween(random, 0, 5) }, (_, index) =>
    act(drawing, atMs + 800 + index * 200, person, { do: "sign-in" }),
  );
  const end = () => act(drawing, atMs + 3_300, "admin", { do: "end-sessions-of", target: person });
  const next = draw(random, ["enroll", "end", "end-and-enroll", "optional", "optional"]);
  return [
    act(drawing, atMs, "third-admin", rule("required")),
    ...signIns,
    ...workInEach(drawing, person, atMs + 2_500),
    ...(next.startsWith("end") ? [end()] : []),
    ...(next.endsWith("enroll") ? enroll(drawing, person, atMs + 4_000) : []),
    ...(next === "optional" ? [act(drawing, atMs + 4_000, "third-admin", rule("optional"))] : []),
    ...workInEach(drawing, person, atMs + 6_500),
  ];
}
