"use client";

import { useRovingTabIndex } from "@/components/ui/popups/roving-tab-index";
import { shortenMiddle } from "@/components/ui/values/shorten-middle";
import { groupThousands } from "@/lib/domain/money/numbers";
import type { ReconciliationException } from "@/lib/domain/reconciliation/exception";

const LINK = "inline-flex min-h-6 max-w-full items-center rounded-[4px] hover:text-ink hover:underline";

/** A plain link, because the table handles its clicks. */
export function ExceptionTransactionLink({ transactionId }: Pick<ReconciliationException, "transactionId">) {
  const tabIndex = useRovingTabIndex();
  if (transactionId === null) return null;
  const id = encodeURIComponent(transactionId);
  return (
    <a
      href={`/transactions?search=${id}&open=${id}`}
      tabIndex={tabIndex}
      aria-label={`View transaction ${transactionId}`}
      className={`${LINK} font-mono text-small`}
    >
      {shortenMiddle(transactionId)}
    </a>
  );
}

/** The report, searched for the transaction: rows are numbered without the column names. */
export function ExceptionFileLink(
  exception: Pick<ReconciliationException, "reportId" | "rowNumber" | "transactionId">,
) {
  const tabIndex = useRovingTabIndex();
  const { reportId, rowNumber, transactionId } = exception;
  if (reportId === null || rowNumber === null) return <span className="text-ink-3">None</span>;
  const row = groupThousands(String(rowNumber + 1));
  return (
    <a
      href={`/reports/${reportId}${transactionId ? `?search=${encodeURIComponent(transactionId)}` : ""}`}
      tabIndex={tabIndex}
      aria-label={`View row ${row} of the file`}
      className={LINK}
    >
      Row {row}
    </a>
  );
}
