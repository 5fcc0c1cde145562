import { countOf, groupThousands } from "@/lib/domain/money/numbers";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDay } from "@/lib/domain/time/date-time";
import { CHECKS } from "./day-result";
import { EXCEPTION_KINDS, EXCEPTION_STATES, type ExceptionKind } from "./exception";
import type { ExceptionLeft, OpenCheck, SignOffEvidence } from "./sign-off";

const KINDS = Object.keys(EXCEPTION_KINDS) as ExceptionKind[];
/** Of more exceptions of a kind, nobody would read each. */
const MAX_NAMED = 25;

/** What a person must acknowledge to sign off. */
export type OpenPoint = { key: string; title: string; detail: string };

type Left = Pick<SignOffEvidence, "checks" | "exceptionsLeft">;

/** The exceptions that nobody has explained, the checks that differ, and those that can't be made. */
export function openPointsOf({ checks, exceptionsLeft }: Left): OpenPoint[] {
  const unexplained = exceptionsLeft.filter(({ state }) => state === "open" || state === "waiting");
  return [
    ...KINDS.flatMap((kind) => {
      const ofKind = unexplained.filter((exception) => exception.kind === kind);
      return ofKind.length > MAX_NAMED ? manyExceptions(kind, ofKind) : ofKind.map(oneException);
    }),
    ...openChecks(checks, "differs", "differs"),
    ...openChecks(checks, "unknown", "can’t be checked"),
  ];
}

/** Those of some days of a month. */
export function leftOfDays({ checks, exceptionsLeft }: Left, days: readonly IsoDate[]): Left {
  const isOfDays = ({ day }: { day: IsoDate | null }) => day !== null && days.includes(day);
  return { checks: checks.filter(isOfDays), exceptionsLeft: exceptionsLeft.filter(isOfDays) };
}

/** "3 points are open." */
export function openText(points: readonly OpenPoint[]): string {
  if (points.length === 0) return "Nothing is open.";
  return `${countOf(points.length, "point")} ${points.length === 1 ? "is" : "are"} open.`;
}

export function areAllAcknowledged(points: readonly OpenPoint[], acknowledged: readonly string[]): boolean {
  const keys = new Set(acknowledged);
  return keys.size === points.length && points.every(({ key }) => keys.has(key));
}

function oneException({
  id,
  kind,
  state,
  day,
  transactionId,
  currency,
  difference,
}: ExceptionLeft): OpenPoint {
  const amount = difference === null ? [] : [`${currency ?? ""} ${groupThousands(difference)}`.trim()];
  return {
    key: `exception ${id}`,
    title: [EXCEPTION_KINDS[kind], ...amount].join(", "),
    detail: [EXCEPTION_STATES[state], formatDay(day), ...(transactionId ? [transactionId] : [])].join(", "),
  };
}

function manyExceptions(kind: ExceptionKind, exceptions: readonly ExceptionLeft[]): OpenPoint {
  return {
    key: `exceptions ${kind} ${exceptions.length}`,
    title: `${EXCEPTION_KINDS[kind]}: ${countOf(exceptions.length, "exception")}`,
    detail: spanOf(exceptions.map(({ day }) => day)),
  };
}

/** The same check of several days is one point. */
function openChecks(
  checks: readonly OpenCheck[],
  outcome: OpenCheck["outcome"],
  verdict: string,
): OpenPoint[] {
  const titles = new Map<string, (IsoDate | null)[]>();
  for (const check of checks.filter((open) => open.outcome === outcome)) {
    const title = `${CHECKS[check.name]}${check.currency ? ` (${check.currency})` : ""}: ${verdict}`;
    titles.set(title, [...(titles.get(title) ?? []), check.day]);
  }
  return [...titles].map(([title, places]) => {
    const days = places.filter((day) => day !== null);
    const whole = days.length < places.length ? ["the whole month"] : [];
    const detail = [...(days.length > 0 ? [spanOf(days)] : []), ...whole].join(", and ");
    return { key: `${title} ${places.join(" ")}`, title, detail };
  });
}

/** "1 Oct 2026", or "17 days, 1 Oct 2026 to 20 Oct 2026". */
function spanOf(days: readonly IsoDate[]): string {
  const sorted = [...new Set(days)].sort();
  const [first = "", last = ""] = [sorted[0], sorted.at(-1)];
  if (first === last) return formatDay(first);
  return `${countOf(sorted.length, "day")}, ${formatDay(first)} to ${formatDay(last)}`;
}
