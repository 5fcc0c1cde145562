import { Money } from "@/components/ui/values/money";
import type { ReconciliationException } from "@/lib/domain/reconciliation/exception";

type Values = Pick<ReconciliationException, "field" | "ours" | "theirs">;

/** The field that differs, with our value and the file's. */
export function ExceptionValues({ field, ours, theirs }: Values) {
  if (field === null) return <span className="text-ink-3">None</span>;
  return (
    <span>
      {field}: <span className="text-ink tabular-nums">{ours ?? "none"}</span>
      {theirs !== null && (
        <>
          {" "}
          <span className="text-ink-3">
            <span aria-hidden="true">→</span>
            <span className="sr-only">in the file</span>
          </span>{" "}
          <span className="text-ink tabular-nums">{theirs}</span>
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
