import { countOf, formatCount, groupThousands } from "@/lib/domain/money/numbers";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import { formatDay } from "@/lib/domain/time/date-time";
import { CHECKS } from "./day-result";
import { EXCEPTION_KINDS } from "./exception";
import type { ExceptionLeft, OpenCheck, SignOffChange, SignOffEvidence } from "./sign-off";

const MAX_EXCEPTION_CHANGES = 50;

/**
 * What makes a sign-off stale. Work on an exception doesn't, not even resolving it (`resolved`): it is what was signed.
 * Nor does one that was left as a matter of timing and was settled since, nor a check that agrees or lacks a file by
 * now: a file that changed is named itself.
 */
export function findChanges(
  before: SignOffEvidence,
  now: SignOffEvidence,
  resolved: ReadonlySet<string> = new Set(),
): SignOffChange[] {
  return [
    ...changedFiles(before, now),
    ...changed("Days compared", formatCount(before.days), formatCount(now.days)),
    ...changed("Rows in the files", formatCount(before.rows), formatCount(now.rows)),
    ...changed("Matched rows", formatCount(before.matched), formatCount(now.matched)),
    ...changedTexts(eventTexts(before), eventTexts(now)),
    ...changedTexts(recordTexts(before), recordTexts(now)),
    ...changedTexts(checkTexts(before), checkTexts(now)).filter(
      ({ after }) => after !== null && after !== OUTCOMES.unknown,
    ),
    ...changedExceptions(
      before.exceptionsLeft.filter(({ id }) => !resolved.has(id)),
      now.exceptionsLeft,
    ),
  ];
}

/** "Matched rows: 12 before, 11 now." */
export function changeText({ name, before, after }: SignOffChange): string {
  if (before === null) return `${name}: new, ${after}.`;
  return after === null ? `${name}: gone, ${before} before.` : `${name}: ${before} before, ${after} now.`;
}

function changedFiles(before: SignOffEvidence, now: SignOffEvidence): SignOffChange[] {
  const texts = ({ files }: SignOffEvidence) =>
    new Map(
      files.map(({ type, date, sha256 }) => [
        `${reportName(type)}, ${formatPeriod(type, date)}`,
        `SHA-256 ${sha256}`,
      ]),
    );
  return changedTexts(texts(before), texts(now));
}

function eventTexts({ events }: SignOffEvidence): Map<string, string> {
  return new Map(
    events.map(({ event, currency, rows, billed, fees, effect }) => [
      `${EVENT_NAMES[event]}${currency && ` in ${currency}`}`,
      [
        countOf(rows, "row"),
        `billed ${exactly(billed, currency)}`,
        `fees ${exactly(fees, currency)}`,
        `effect ${exactly(effect, currency)}`,
      ].join(", "),
    ]),
  );
}

const EVENT_NAMES = { clearing: "Clearings", refund: "Refunds", other: "Other events" } as const;

function recordTexts({ records }: SignOffEvidence): Map<string, string> {
  return new Map(
    records.map(({ currency, amount }) => [
      `Settled by our records${currency && ` in ${currency}`}`,
      exactly(amount, currency),
    ]),
  );
}

function checkTexts({ checks }: SignOffEvidence): Map<string, string> {
  return new Map(
    checks.map(({ name, day, currency, outcome }) => {
      const place = [day && formatDay(day), currency].filter(Boolean).join(", ");
      return [place ? `${CHECKS[name]} (${place})` : CHECKS[name], OUTCOMES[outcome]];
    }),
  );
}

const OUTCOMES: Record<OpenCheck["outcome"], string> = {
  agrees: "agrees",
  differs: "differs",
  explained: "differs, explained by exceptions",
  unknown: "unknown",
};

function changedExceptions(before: readonly ExceptionLeft[], now: readonly ExceptionLeft[]): SignOffChange[] {
  const known = new Map(before.map((exception) => [exception.id, exception]));
  const left = new Map(now.map((exception) => [exception.id, exception]));
  const changes = [
    ...before
      .filter(({ id, state, reason }) => !left.has(id) && !(state === "explained" && reason === "timing"))
      .map((gone) => ({ name: exceptionName(gone), before: differenceOf(gone), after: null })),
    ...now.flatMap((exception) => {
      const earlier = known.get(exception.id);
      const value = differenceOf(exception);
      if (!earlier) return [{ name: exceptionName(exception), before: null, after: value }];
      return changed(exceptionName(exception), differenceOf(earlier), value);
    }),
  ];
  if (changes.length <= MAX_EXCEPTION_CHANGES) return changes;
  const rest = changes.length - MAX_EXCEPTION_CHANGES;
  return [
    ...changes.slice(0, MAX_EXCEPTION_CHANGES),
    { name: "Further exceptions", before: null, after: `${formatCount(rest)} changed` },
  ];
}

function exceptionName({ kind, transactionId, day }: ExceptionLeft): string {
  const place = [transactionId && `transaction ${transactionId}`, formatDay(day)].filter(Boolean);
  return `Exception “${EXCEPTION_KINDS[kind]}” (${place.join(", ")})`;
}

function differenceOf({ difference, currency }: ExceptionLeft): string {
  return difference === null ? "no difference in amount" : exactly(difference, currency ?? "");
}

/** Not rounded, so that the smallest change shows. */
function exactly(amount: string, currency: string): string {
  return `${currency} ${groupThousands(amount)}`.trim();
}

function changedTexts(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): SignOffChange[] {
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((name) =>
    changed(name, before.get(name) ?? null, now.get(name) ?? null),
  );
}

function changed(name: string, before: string | null, after: string | null): SignOffChange[] {
  return before === after ? [] : [{ name, before, after }];
}
