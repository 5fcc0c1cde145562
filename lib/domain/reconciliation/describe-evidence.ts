import { countOf, formatCount, groupThousands } from "@/lib/domain/money/numbers";
import { reportName } from "@/lib/domain/reports/report";
import { EXCEPTION_STATES, type ExceptionState } from "./exception";
import { openPointsOf } from "./open-points";
import type { SignOffEvidence } from "./sign-off";

const MAX_POINTS = 20;

/** In words, for the audit log and for the second person. */
export function describeEvidence({
  files,
  mappings,
  days,
  matched,
  rows,
  events,
  checks,
  exceptionsLeft,
}: SignOffEvidence): Record<string, string> {
  return {
    Files: countOf(files.length, "file"),
    Columns: describeMappings(mappings),
    Days: formatCount(days),
    "Matched rows": `${formatCount(matched)} of ${formatCount(rows)}`,
    ...Object.fromEntries(
      events.map(({ event, currency, effect }) => [
        `Effect of ${EVENT_NAMES[event]}${currency && ` in ${currency}`}`,
        groupThousands(effect),
      ]),
    ),
    Checks: describeChecks(checks),
    "Exceptions left": exceptionsLeft.length === 0 ? "None" : describeLeft(exceptionsLeft),
    ...describeOpenPoints({ checks, exceptionsLeft }),
  };
}

/** So that the audit log and the second person see what was acknowledged. */
function describeOpenPoints(evidence: Pick<SignOffEvidence, "checks" | "exceptionsLeft">) {
  const points = openPointsOf(evidence);
  if (points.length === 0) return {};
  const named = points.slice(0, MAX_POINTS).map(({ title, detail }) => `${title} (${detail})`);
  const rest = points.length - named.length;
  return { Acknowledged: [...named, ...(rest > 0 ? [`and ${formatCount(rest)} more`] : [])].join("; ") };
}

/** "2 differ, 1 can’t be checked" */
export function describeChecks(checks: SignOffEvidence["checks"]): string {
  const count = (outcome: string) => checks.filter((check) => check.outcome === outcome).length;
  const parts = [
    { count: count("differs"), text: count("differs") === 1 ? "differs" : "differ" },
    { count: count("explained"), text: "explained" },
    { count: count("unknown"), text: "can’t be checked" },
  ];
  const named = parts.filter((part) => part.count > 0);
  return named.length === 0
    ? "All agree"
    : named.map((part) => `${formatCount(part.count)} ${part.text}`).join(", ");
}

export function describeMappings(mappings: SignOffEvidence["mappings"]): string {
  if (mappings.length === 0) return "As recognized";
  return mappings.map(({ type, version }) => `${reportName(type)}: version ${version}`).join(", ");
}

export const EVENT_NAMES = { clearing: "clearings", refund: "refunds", other: "other events" } as const;

/** "2 open, 1 explained" */
function describeLeft(left: SignOffEvidence["exceptionsLeft"]): string {
  return (Object.keys(EXCEPTION_STATES) as ExceptionState[])
    .map((state) => ({ state, count: left.filter((exception) => exception.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${formatCount(count)} ${EXCEPTION_STATES[state].toLowerCase()}`)
    .join(", ");
}
