"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Fragment } from "react";
import { ReportTotals } from "@/components/reports/report-totals";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Skeleton } from "@/components/ui/messages/skeleton";
import { getJson, toRequestError } from "@/lib/client/request";
import { countOf } from "@/lib/domain/money/numbers";
import type { FileSums } from "@/lib/domain/reports/file-sums";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";

/** The totals across files, for each report type on its own. */
export function SelectionTotals({ ids }: { ids: string }) {
  const { data, error } = useQuery({
    queryKey: ["file-totals", ids],
    queryFn: ({ signal }) => getJson<FileSums>(`/api/reports/totals?ids=${ids}`, signal),
    placeholderData: (previous) => previous,
  });
  if (error)
    return (
      <div className="px-4 pb-4">
        <ErrorState error={toRequestError(error)} isInline />
      </div>
    );
  if (!data) return <Skeleton className="mx-4 mb-4 h-24" />;
  return (
    <div className="divide-y divide-line overflow-clip rounded-b-panel border-accent-line border-t bg-surface">
      {data.types.map(({ type, files, totals, isPartial, leftOut }) => (
        <div key={type} className="pb-1">
          <h3 className="flex justify-between gap-3 px-4 pt-3 pb-1 font-medium">
            {reportName(type)} <span className="font-normal text-ink-2">{countOf(files, "file")}</span>
          </h3>
          {files > 0 && <ReportTotals totals={totals} label={`Totals of ${reportName(type)}`} />}
          {leftOut.length > 0 && (
            <p className="px-4 py-2 text-small text-warn">
              {countOf(leftOut.length, "file")} {leftOut.length === 1 ? "isn’t" : "aren’t"} included:{" "}
              {leftOut.map(({ id, date }, index) => (
                <Fragment key={id}>
                  {index > 0 && "; "}
                  <Link href={`/reports/${id}`} className="underline">
                    {reportName(type)}, {formatPeriod(type, date)}
                  </Link>
                </Fragment>
              ))}
            </p>
          )}
          {isPartial && (
            <p className="px-4 py-2 text-small text-warn">
              A file has more types of rows than are added up here. Download the files for the full totals.
            </p>
          )}
        </div>
      ))}
    </div>
  );
}
