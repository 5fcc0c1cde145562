"use client";

import { useRovingTabIndex } from "@/components/ui/popups/roving-tab-index";
import { shortenMiddle } from "@/components/ui/values/shorten-middle";
import { groupThousands } from "@/lib/domain/money/numbers";
import type { ReconciliationException } from "@/lib/domain/reconciliation/exception";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import type { ReportType } from "@/lib/domain/reports/report-calendar";

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

type ExceptionFileLinkProps = Pick<ReconciliationException, "report" | "rowNumber" | "transactionId"> & {
  /** Beside the day, the kind of file and the row are enough. */
  isShort?: boolean;
};

/** The report, searched for the transaction: rows are numbered without the column names. */
export function ExceptionFileLink(props: ExceptionFileLinkProps) {
  const tabIndex = useRovingTabIndex();
  const { report, rowNumber, transactionId, isShort = false } = props;
  if (report === null || rowNumber === null) return <span className="text-ink-3">None</span>;
  const row = `row ${groupThousands(String(rowNumber + 1))}`;
  const name = `${reportName(report.type)}, ${formatPeriod(report.type, report.date)}, ${row}`;
  return (
    <a
      href={`/reports/${report.id}${transactionId ? `?search=${encodeURIComponent(transactionId)}` : ""}`}
      tabIndex={tabIndex}
      aria-label={`View ${name}`}
      className={LINK}
    >
      {isShort ? `${SHORT_NAMES[report.type]}, ${row}` : name}
    </a>
  );
}

const SHORT_NAMES: Record<ReportType, string> = {
  daily: "Daily",
  monthly: "Monthly",
  fee: "Fees",
  dailyTransactionFee: "Daily fees",
  monthlyTransactionFees: "Monthly fees",
  monthlyNonTransactionFees: "Card costs",
};
