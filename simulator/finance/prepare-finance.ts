import { addExceptionRule } from "@/lib/actions/add-exception-rule";
import { decideSignOff } from "@/lib/actions/decide-sign-off";
import { endExceptionRule } from "@/lib/actions/end-exception-rule";
import { reopenPeriod } from "@/lib/actions/reopen-period";
import { requestMissingReports } from "@/lib/actions/request-missing-reports";
import { scheduleReport } from "@/lib/actions/schedule-report";
import { setExceptionState } from "@/lib/actions/set-exception-state";
import { signOffPeriod } from "@/lib/actions/sign-off-period";
import { stopSchedule } from "@/lib/actions/stop-schedule";
import { requiresReason } from "@/lib/domain/reconciliation/exception-limits";
import { openPointsOf } from "@/lib/domain/reconciliation/open-points";
import { DEFAULT_LATE_AFTER_HOURS } from "@/lib/domain/reports/schedule";
import { getExceptionRules, getFittingExceptions, getMatchingExceptions } from "@/lib/queries/exceptions";
import { getSignOff } from "@/lib/queries/sign-offs";
import { noteOf, type Prepare } from "@/simulator/preparation";
import { SETTLED_DAY } from "@/simulator/world";

type FinanceVerb =
  | "schedule-report"
  | "stop-schedule"
  | "request-missing"
  | "set-exceptions"
  | "add-rule"
  | "end-rule"
  | "sign-off"
  | "approve-sign-off"
  | "reopen";

/** The reports, the reconciliation, and the sign-offs. */
export const PREPARE_FINANCE: { [Verb in FinanceVerb]: Prepare<Verb> } = {
  "schedule-report":
    ({ report: type }, { operationId }) =>
    () =>
      scheduleReport(operationId, {
        type,
        firstDay: SETTLED_DAY,
        lateAfterHours: DEFAULT_LATE_AFTER_HOURS,
      }),
  "stop-schedule":
    ({ report: type }, { operationId }) =>
    () =>
      stopSchedule(operationId, { type }),
  "request-missing":
    (_, { operationId }) =>
    () =>
      requestMissingReports(operationId, { month: SETTLED_DAY.slice(0, 7) }),
  async "set-exceptions"({ state }, { operationId }) {
    const matching = await getMatchingExceptions({});
    if (!matching.ok || matching.data.seen.count === 0) return null;
    const change = { state, reason: requiresReason(state) ? ("timing" as const) : null, note: "" };
    return () => setExceptionState(operationId, { scope: matching.data, change });
  },
  async "add-rule"({ kind }, { operationId }) {
    const fitting = await getFittingExceptions({ kind });
    if (!fitting.ok) return null;
    const conditions = { kind, currency: null, merchant: null, maxDifference: null };
    const rule = { conditions, reason: "timing" as const, note: "", seen: fitting.data.count };
    return () => addExceptionRule(operationId, rule);
  },
  async "end-rule"(_, { operationId }) {
    const rules = await getExceptionRules({});
    const rule = rules.ok ? rules.data.find(({ ended }) => ended === null) : undefined;
    return rule ? () => endExceptionRule(operationId, { ruleId: rule.id, reopens: true }) : null;
  },
  async "sign-off"(act, { operationId }) {
    const page = await getSignOff({ period: act.day });
    if (!page.ok) return null;
    const { seen, evidence } = page.data;
    const acknowledged = openPointsOf(evidence).map(({ key }) => key);
    return () => signOffPeriod(operationId, { period: act.day, seen, acknowledged }, noteOf(act));
  },
  async "approve-sign-off"(_, { operationId, about }) {
    const page = await getSignOff({ period: about?.act.do === "sign-off" ? about.act.day : SETTLED_DAY });
    const requestId = about?.operationId ?? "";
    const seen = (page.ok && page.data.waiting?.version) || "0".repeat(64);
    const decision = "approve" as const;
    return () =>
      decideSignOff(operationId, { decision, requestId, seen, comment: "", acknowledgesSameDevice: true });
  },
  reopen:
    ({ day }, { operationId }) =>
    () =>
      reopenPeriod(operationId, { period: day, reason: "The issuer sent another file." }),
};
