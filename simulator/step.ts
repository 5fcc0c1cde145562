import type { FactorRule } from "@/lib/domain/people/factor-policy";
import type { Role } from "@/lib/domain/people/permissions";
import type { ExceptionKind, ExceptionState } from "@/lib/domain/reconciliation/exception";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import type { DisagreementKind } from "@/lib/domain/settings/disagreements";
import type { IsoDate } from "@/lib/domain/time/calendar";
import type { Fate } from "./edges/network";
import type { Name } from "./names";

/**
 * How a person does what may need a second one: they ask for approval, or act alone in an emergency, or know of no
 * policy. `request` is its number in the plan.
 */
type Asked = { note?: "ask" | "alone"; request?: number };

/** What a policy can ask a second person for, and is simulated. */
export type GovernedKind = "block" | "reissue" | "issue" | "role" | "sign-off";

/** "app": the code that the app shows now. "again": the last one that the person gave. Each recovery code has a number. */
export type Code = "app" | "again" | "wrong" | "recovery-0" | "recovery-1";

/** What a person does. `card` counts through the cards that exist by then. */
export type Act =
  | { do: "create"; customer: number }
  | ({ do: CardAct; card: number } & Asked)
  | { do: "disable" | "enable"; target: Name }
  | ({ do: "change-role"; target: Name; role: Role } & Asked)
  | ({ do: "change-policies"; kinds: readonly GovernedKind[]; approvers: readonly Role[] } & Asked)
  /** "look": opens the page of a request, and leaves it open. */
  | { do: DecisionVerb; request: number }
  | { do: "change-password" }
  | { do: "sign-in" }
  | { do: "sign-out" }
  | { do: "give-code"; code: Code }
  | { do: "confirm"; code: Code | "password" | "wrong-password" }
  | { do: "begin-factor" }
  | { do: "add-factor"; code: Code }
  | { do: "require-factor"; role: Role; rule: FactorRule }
  | { do: "remove-factors"; target: Name }
  | { do: "decide-removal"; target: Name; isConfirmed: boolean }
  /** `other` counts back from the newest session. */
  | { do: "end-session"; other: number }
  | { do: "end-other-sessions" }
  | { do: "end-sessions-of"; target: Name }
  | { do: "request-report" | "schedule-report" | "stop-schedule"; report: ReportType }
  | { do: "request-missing" }
  /** All of them at once. */
  | { do: "set-exceptions"; state: ExceptionState }
  | { do: "add-rule"; kind: ExceptionKind }
  | { do: "end-rule" }
  | ({ do: "sign-off"; day: IsoDate } & Asked)
  | { do: "reopen"; day: IsoDate }
  /** Uploads the file with this number, plans it, and starts the run. */
  | ({ do: "issue-file"; file: number } & Asked)
  /** Of the newest run. */
  | { do: "control-run"; to: "paused" | "running" | "canceled" };

/** A sign-off is approved on the page of its period, by people who may sign off. */
type DecisionVerb = "look" | "approve" | "approve-sign-off" | "decline" | "withdraw";

/** The kind of act that has this verb. */
export type ActOf<Verb extends Act["do"]> = Act extends infer Kind
  ? Kind extends { do: infer Verbs }
    ? Verb extends Verbs
      ? Kind
      : never
    : never
  : never;

type Decision = Extract<Act, { do: DecisionVerb }>;

const IS_DECISION: Record<DecisionVerb, true> = {
  look: true,
  approve: true,
  "approve-sign-off": true,
  decline: true,
  withdraw: true,
};

/** Whether it is about another person's request, or one's own. */
export function isDecision(act: Act): act is Decision {
  return act.do in IS_DECISION;
}

export type CardAct = "freeze" | "unfreeze" | "block" | "reissue" | "note";

/** What a person looks up or exports. */
export type Read =
  | { what: "search"; text: string }
  | { what: "cards" | "sorted-cards" | "transactions" | "audit" };

/** What happens to a query: the connection is cut before or after it is carried out, or it fails. */
export type DatabaseFault = "cut-before" | "cut-after" | "serialization-failure";

/** "altered": the signature belongs to another body. "replayed": it is valid, but ten minutes old. */
export type Forgery = "wrong-secret" | "unsigned" | "altered" | "replayed";

export type Step = {
  atMs: number;
} /** `session` counts back from the person's newest one, in another browser. */ & (
  | { is: "act"; person: Name; dashboard: number; act: Act; clicks: number; session?: number }
  /** Nothing happens for so long, and nobody is there. What is scheduled later happens after it. */
  | { is: "break"; minutes: number }
  | { is: "open-page"; person: Role; dashboard: number }
  | { is: "read"; person: Role; dashboard: number; read: Read }
  /** `isAfterChange`: begins when the next change of a card has been sent. `isForChanges`: spares what only reads. */
  | { is: "fault"; fate: Fate; rate: number; forMs: number; isAfterChange?: true; isForChanges?: true }
  /** `afterEvents`: when so many more events have been taken from the queue, so that it ends at any `await` of an act. */
  | { is: "crash"; dashboard: number; downMs: number; afterEvents?: number }
  /** The dashboard carries out what people ask, but they get no response. */
  | { is: "lose-answers"; rate: number; forMs: number }
  /** "stall": only its queries wait. "pause": everything on it does. */
  | { is: "stall" | "pause"; dashboard: number; forMs: number }
  | { is: "database-fault"; dashboard: number; fault: DatabaseFault; rate: number; forMs: number }
  | { is: "forge-webhook"; forgery: Forgery }
  /** From now on the issuer's settlement file of the day isn't what happened; null if it is again. */
  | { is: "disagree"; kind: DisagreementKind | null }
);

const IS_DISTURBANCE: Record<Step["is"], boolean> = {
  act: false,
  break: false,
  "open-page": false,
  read: false,
  "forge-webhook": false,
  disagree: false,
  fault: true,
  crash: true,
  "lose-answers": true,
  stall: true,
  pause: true,
  "database-fault": true,
};

/** Without any of these, everything that people may do must succeed. */
export function isDisturbance({ is }: Step): boolean {
  return IS_DISTURBANCE[is];
}

/** What is done or read, or else what happens. */
export function kindOf(step: Step): string {
  if (step.is === "act") return step.act.do;
  if (step.is === "read") return step.read.what;
  return step.is;
}

/** Everything that happens from outside. Steps can be left out one by one, which is how a failure is shortened. */
export type Plan = {
  seed: number;
  dashboards: number;
  /** How far their clocks are ahead of the databases'. */
  clockOffsetsMs: { issuer: number; dashboards: number[] };
  /** How many sessions a person can have; null for plans without the colleagues and their approvals and factors. */
  sessionLimit: number | null;
  steps: Step[];
};

/** One line per step, for the report of a failure. */
export function describeStep(step: Step): string {
  const { atMs, ...details } = step;
  return `${(atMs / 1_000).toFixed(3).padStart(8)} s  ${JSON.stringify(details)}`;
}
