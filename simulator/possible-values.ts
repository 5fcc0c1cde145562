import type { ErrorCode } from "@/lib/domain/result";
import { isDone } from "./answers";
import type { Intent } from "./intent";

/** A change that was not confirmed may take effect at any time. */
type Change<Value> = { value: Value; begunAt: number; doneAt: number | null };

/** Nothing has happened if a person was told only these. */
const CHANGED_NOTHING = new Set<ErrorCode>([
  "forbidden",
  "signed-out",
  "confirm-identity",
  "approval-required",
  "invalid",
  "refused",
  "conflict",
  "not-found",
  "throttled",
]);

export function isRefused({ answers }: Intent): boolean {
  return (
    answers.length > 0 &&
    answers.every(({ result }) => result && !result.ok && CHANGED_NOTHING.has(result.error.code))
  );
}

export function doneAt({ answers }: Intent): number | null {
  return answers.find(({ result }) => isDone(result))?.at ?? null;
}

/** The changes that the intents may have made. `pickValue` returns null for an intent of another kind. */
export function listChanges<Value>(
  intents: Intent[],
  pickValue: (intent: Intent) => Value | null,
): Change<Value>[] {
  return intents.flatMap((intent) => {
    const value = pickValue(intent);
    if (value === null || isRefused(intent)) return [];
    return [{ value, begunAt: intent.begunAt, doneAt: doneAt(intent) }];
  });
}

/** The values at some time in the given period, by what people were told. */
export function possibleValues<Value>(
  first: Value,
  changes: Change<Value>[],
  from: number,
  to = Number.POSITIVE_INFINITY,
): Value[] {
  const isOver = ({ doneAt }: Change<Value>) =>
    doneAt !== null &&
    changes.some((later) => later.begunAt > doneAt && later.doneAt !== null && later.doneAt <= from);
  return [{ value: first, begunAt: 0, doneAt: 0 }, ...changes]
    .filter((change) => change.begunAt <= to && !isOver(change))
    .map(({ value }) => value);
}
