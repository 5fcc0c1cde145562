"use client";

import { type TableCells, tableColumns } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { FilterChoice } from "@/components/data-table/filter-choice";
import { LogPagination } from "@/components/data-table/log-pagination";
import { TitleCell } from "@/components/data-table/title-cell";
import { Button } from "@/components/ui/buttons/button";
import { DateRangePicker } from "@/components/ui/fields/date-range-picker";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { DateTime, ZoneName } from "@/components/ui/values/date-time";
import { columnChoice } from "@/lib/client/column-choice";
import type { TablePreferences } from "@/lib/client/table-preferences";
import { useView } from "@/lib/client/use-view";
import { formatCount } from "@/lib/domain/money/numbers";
import {
  formatBytes,
  formatPeriod,
  REPORT_STATES,
  type ReportRow,
  reportName,
} from "@/lib/domain/reports/report";
import { REPORT_TYPES } from "@/lib/domain/reports/report-calendar";
import type { AppError } from "@/lib/domain/result";
import { reportsList } from "@/lib/lists/reports-list";
import type { ReportsView } from "@/lib/url/reports-view";
import { isFiltered } from "@/lib/url/view-href";
import { ReportStateBadge, reportStateStyle } from "./report-state";

const CELLS: TableCells<typeof reportsList, ReportRow> = {
  type: {
    cell: ({ type }) => <TitleCell>{reportName(type)}</TitleCell>,
    isFixed: true,
    mobile: "title",
  },
  period: {
    cell: ({ type, date }) => <span className="text-ink">{formatPeriod(type, date)}</span>,
    mobile: "subtitle",
  },
  state: {
    cell: ({ state, reason }) => (
      <span className="inline-flex min-w-0 items-center gap-2" data-tip={reason ?? undefined}>
        <ReportStateBadge state={state} />
        {reason && <span className="max-w-56 truncate text-small text-ink-3 max-sm:hidden">{reason}</span>}
      </span>
    ),
    mobile: "meta",
  },
  person: {
    cell: ({ person }) => person,
    from: "medium",
  },
  rows: {
    cell: ({ rows }) => rows !== null && formatCount(rows),
    align: "end",
    from: "medium",
  },
  bytes: {
    cell: ({ bytes }) => bytes !== null && formatBytes(bytes),
    align: "end",
    from: "wide",
  },
  at: {
    note: <ZoneName />,
    cell: ({ createdAt }) => <DateTime value={createdAt} style="short" className="text-ink-2" />,
    align: "end",
    mobile: "meta",
  },
};
const COLUMNS = tableColumns(reportsList, CELLS);

type ReportsTableProps = {
  rows: readonly ReportRow[];
  error: AppError | null;
  view: ReportsView;
  defaults: ReportsView;
  preferences: TablePreferences;
  requesters: readonly { id: string; name: string }[];
  canRequest: boolean;
  olderHref: string | null;
  newestHref: string | null;
};

export function ReportsTable(props: ReportsTableProps) {
  const { rows, error, preferences, requesters, canRequest, olderHref, newestHref } = props;
  const { view, isPending, change, clear, field } = useView({
    path: "/reports",
    view: props.view,
    defaults: props.defaults,
  });
  const { from, to } = view;
  const hasFilters = isFiltered(view, props.defaults);
  return (
    <DataTable
      name={reportsList.name}
      label="Reports"
      columns={COLUMNS}
      rows={rows}
      rowId={({ id }) => id}
      rowHref={({ id }) => `/reports/${id}`}
      preferences={preferences}
      columnChoice={columnChoice(view, change)}
      isBusy={isPending}
      error={error}
      empty={
        <EmptyState
          title={hasFilters ? "No matching reports" : "No reports yet"}
          action={hasFilters && <Button onClick={clear}>Clear filters</Button>}
        >
          {hasFilters
            ? "Choose other dates or clear the filters."
            : canRequest
              ? "Request a report. We’ll download the file when the issuer has prepared it, and keep it here."
              : "Reports that your team requests will appear here."}
        </EmptyState>
      }
      toolbar={
        <>
          <FilterChoice
            name="Report"
            {...field("type")}
            options={REPORT_TYPES.map((value) => ({ value, label: reportName(value) }))}
          />
          <FilterChoice
            name="Status"
            {...field("state")}
            options={REPORT_STATES.map((value) => ({ value, label: reportStateStyle(value).label }))}
          />
          <FilterChoice
            name="Requested by"
            {...field("person")}
            options={requesters.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <DateRangePicker name="Requested" range={{ from, to }} onChange={(range) => change(range)} />
          {hasFilters && (
            <Button tone="ghost" onClick={clear}>
              Clear filters
            </Button>
          )}
        </>
      }
      footer={<LogPagination olderHref={olderHref} newestHref={newestHref} />}
    />
  );
}
