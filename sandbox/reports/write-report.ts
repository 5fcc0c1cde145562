import { stringify } from "csv-stringify/sync";
import { type ReportType, reportWindow } from "@/lib/domain/reports/report-calendar";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { cardFees } from "./card-fees";
import { cardholderFees } from "./cardholder-fees";
import type { Report, ReportSource } from "./report";
import { settlement } from "./settlement";
import { transactionFees } from "./transaction-fees";

const WRITERS: Record<ReportType, (source: ReportSource) => Report> = {
  monthly: settlement,
  daily: settlement,
  fee: cardholderFees,
  monthlyTransactionFees: transactionFees,
  dailyTransactionFee: transactionFees,
  monthlyNonTransactionFees: cardFees,
};

/** Streams the CSV file while the transactions are read. */
export async function* writeReport(
  request: { fileType: ReportType; date: IsoDate },
  program: Pick<ReportSource, "db" | "currency" | "initialBalance">,
): AsyncGenerator<string> {
  const { columns, batches } = WRITERS[request.fileType]({
    ...program,
    ...reportWindow(request.fileType, request.date),
  });
  yield stringify([columns]);
  for await (const rows of batches) {
    if (rows.length > 0) yield stringify(rows);
  }
}
