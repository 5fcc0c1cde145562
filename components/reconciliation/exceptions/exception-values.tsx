import { Money } from "@/components/ui/values/money";
import type { ReconciliationException } from "@/lib/domain/reconciliation/exception";
import { formatExceptionValue } from "@/lib/domain/reconciliation/exception-value";

type Values = Pick<ReconciliationException, "field" | "ours" | "theirs" | "valueCurrency">;

/** Long values are whole in the exception's panel. */
const SHORTENED = "inline-block max-w-60 truncate @max-[45rem]/table:max-w-36";

/** The field that differs, with our value and the file's. */
export function ExceptionValues(exception: Values) {
  const { field, ours, theirs } = exception;
  if (field === null) return <span className="text-ink-3">None</span>;
  const value = (text: string | null) => (
    <span className="text-ink tabular-nums">
      {text === null ? "none" : formatExceptionValue(exception, text)}
    </span>
  );
  if (field === "Day")
    return (
      <span className={SHORTENED}>
        File {value(ours)}, row {value(theirs)}
      </span>
    );
  return (
    <span className={SHORTENED}>
      {field}: {value(ours)}
      {theirs !== null && (
        <>
          {" "}
          <span className="text-ink-3">
            <span aria-hidden="true">→</span>
            <span className="sr-only">in the file</span>
          </span>{" "}
          <span className="text-ink tabular-nums">
            {formatExceptionValue(exception, theirs).replace(`${exception.valueCurrency} `, "")}
          </span>
        </>
      )}
    </span>
  );
}

/** What the exception changes in the settlement. */
export function ExceptionDifference({
  difference,
  currency,
}: Pick<ReconciliationException, "difference" | "currency">) {
  if (difference === null) return <span className="text-ink-3">None</span>;
  return <Money amount={difference} currency={currency ?? ""} />;
}
