import type { Role } from "@/lib/domain/people/permissions";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import type { Fate } from "./edges/network";

/** What a person does. `card` counts through the cards that exist by then. */
export type Act =
  | { do: "create"; customer: number }
  | { do: CardAct; card: number }
  | { do: "disable" | "enable"; target: Role }
  | { do: "change-role"; target: Role; role: Role }
  | { do: "change-password" }
  | { do: "sign-in" }
  | { do: "sign-out" }
  | { do: "request-report"; report: ReportType };

export type CardAct = "freeze" | "unfreeze" | "block" | "reissue" | "note";

/** What a person looks up or exports. */
export type Read =
  | { what: "search"; text: string }
  | { what: "cards" | "sorted-cards" | "transactions" | "audit" };

/** What happens to a query: the connection is cut before or after it is carried out, or it fails. */
export type DatabaseFault = "cut-before" | "cut-after" | "serialization-failure";

/** "altered": the signature belongs to another body. "replayed": it is valid, but ten minutes old. */
export type Forgery = "wrong-secret" | "unsigned" | "altered" | "replayed";

export type Step = { atMs: number } & (
  | { is: "act"; person: Role; dashboard: number; act: Act; clicks: number }
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
);

const DISTURBANCES = new Set<Step["is"]>([
  "fault",
  "crash",
  "lose-answers",
  "stall",
  "pause",
  "database-fault",
]);

/** Without any of these, everything that people may do must succeed. */
export function isDisturbance({ is }: Step): boolean {
  return DISTURBANCES.has(is);
}

/** Everything that happens from outside. Steps can be left out one by one, which is how a failure is shortened. */
export type Plan = {
  seed: number;
  dashboards: number;
  /** How far their clocks are ahead of the databases'. */
  clockOffsetsMs: { issuer: number; dashboards: number[] };
  steps: Step[];
};

/** One line per step, for the report of a failure. */
export function describeStep(step: Step): string {
  const { atMs, ...details } = step;
  return `${(atMs / 1_000).toFixed(3).padStart(8)} s  ${JSON.stringify(details)}`;
}
