"use client";

import { useQueries } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useSyncExternalStore } from "react";
import { ROLE } from "@/components/data-table/roles";
import { SearchInput } from "@/components/data-table/search-input";
import { Button } from "@/components/ui/buttons/button";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { ErrorState } from "@/components/ui/messages/error-state";
import { getJson, toRequestError } from "@/lib/client/request";
import { useTimeZone } from "@/lib/client/time-zone";
import { useView } from "@/lib/client/use-view";
import type { ReportColumns, ReportRows as Rows } from "@/lib/domain/reports/report";
import type { AppError } from "@/lib/domain/result";
import type { ReportView } from "@/lib/url/reports-view";
import { columnOrder } from "./column-order";
import { ReportListItem, ReportRow, ReportTableHead, rowWidths } from "./report-row";
import { MAX_SHOWN_ROWS, rowCountText } from "./row-count-text";

const PAGE_ROWS = 100;
const ROW_PX = 32;
const LIST_ITEM_PX = 60;
const OVERSCAN = 12;
const INITIAL_RECT = { width: 1_100, height: 560 };

type ReportRowsProps = {
  reportId: string;
  columns: readonly string[];
  columnRoles: ReportColumns;
  /** The first rows of this view, read by the server. */
  initial: Rows | null;
  error: AppError | null;
  view: ReportView;
  defaults: ReportView;
};

/** Renders and fetches only the visible part of the file. */
export function ReportRows({
  reportId,
  columns,
  columnRoles,
  initial,
  error,
  view: serverView,
  defaults,
}: ReportRowsProps) {
  const { view, isPending, change, clear, hrefAfter } = useView({
    path: `/reports/${reportId}`,
    view: serverView,
    defaults,
  });
  const { timeZone } = useTimeZone();
  const isListLayout = useIsNarrow();
  const scroller = useRef<HTMLDivElement>(null);
  const total = initial?.total ?? 0;
  const virtual = useVirtualizer({
    count: Math.min(total, MAX_SHOWN_ROWS),
    getScrollElement: () => scroller.current,
    estimateSize: () => (isListLayout ? LIST_ITEM_PX : ROW_PX),
    overscan: OVERSCAN,
    initialRect: INITIAL_RECT,
    getItemKey: (index) => `${isListLayout}-${index}`,
  });
  const items = virtual.getVirtualItems();
  const pages = listPages(items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const fetched = useQueries({
    queries: pages.map((page) => ({
      queryKey: ["report-rows", reportId, serverView.search, serverView.zone, serverView.sort, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        getJson<Rows>(rowsPath(reportId, serverView, page), signal),
      staleTime: Number.POSITIVE_INFINITY,
      ...(page === 0 && initial ? { initialData: initial } : {}),
    })),
  });
  const failedQueryError = fetched.find((query) => query.error)?.error;
  const rowAt = (index: number) => {
    const pageIndex = pages.indexOf(Math.floor(index / PAGE_ROWS));
    return fetched[pageIndex]?.data?.rows[index % PAGE_ROWS];
  };
  const widths = useMemo(
    () => rowWidths(columns, initial?.rows ?? [], { order: columnOrder(columns, columnRoles), timeZone }),
    [columns, initial, columnRoles, timeZone],
  );
  const search = (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchInput
        label="Search the file"
        placeholder="Search the file"
        value={view.search}
        onSearch={(search) =>
          change({ search, zone: search && timeZone !== "UTC" ? timeZone : null }, "replace")
        }
      />
      <p role="status" className="text-small text-ink-2">
        {rowCountText({ total, search: serverView.search }, view.search)}
      </p>
      {(view.search || view.sort) && (
        <Button tone="ghost" size="small" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  );
  if (error)
    return (
      <>
        {search}
        <ErrorState error={error} isInline />
      </>
    );
  if (total === 0)
    return (
      <>
        {search}
        <EmptyState title={serverView.search ? "No matching rows" : "No rows"}>
          {serverView.search ? "Try a shorter search, or clear it." : "There was no activity in this period."}
        </EmptyState>
      </>
    );
  return (
    <>
      {search}
      {failedQueryError && <ErrorState error={toRequestError(failedQueryError)} isInline />}
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
        className={classNames(
          "relative max-h-[35rem] overflow-auto overscroll-contain rounded-panel border border-line bg-surface",
          isPending && "opacity-60",
        )}
      >
        <table
          {...ROLE.table}
          aria-label="File rows"
          aria-rowcount={total + 1}
          aria-busy={isPending}
          className={isListLayout ? "block" : "block font-mono text-small"}
        >
          {!isListLayout && (
            <ReportTableHead
              columns={columns}
              widths={widths}
              sort={view.sort}
              hrefFor={(sort) => hrefAfter({ sort })}
            />
          )}
          <tbody
            {...ROLE.group}
            className="relative block"
            style={{ height: virtual.getTotalSize(), minWidth: isListLayout ? undefined : widths.total }}
          >
            {items.map(({ index, key, start, size }) => {
              const style = { transform: `translateY(${start}px)`, height: size };
              const row = rowAt(index);
              return isListLayout ? (
                <ReportListItem
                  key={key}
                  index={index}
                  style={style}
                  row={row}
                  columns={columns}
                  columnRoles={columnRoles}
                />
              ) : (
                <ReportRow key={key} index={index} style={style} row={row} widths={widths} />
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

function rowsPath(reportId: string, { search, zone, sort }: ReportView, page: number): string {
  const parameters = new URLSearchParams({ offset: String(page * PAGE_ROWS), limit: String(PAGE_ROWS) });
  if (search) parameters.set("search", search);
  if (zone) parameters.set("zone", zone);
  if (sort) parameters.set("sort", sort);
  return `/api/reports/${reportId}/rows?${parameters}`;
}

function listPages(first: number, last: number): number[] {
  const from = Math.floor(first / PAGE_ROWS);
  return Array.from({ length: Math.floor(last / PAGE_ROWS) - from + 1 }, (_, index) => from + index);
}

const NARROW = "(width < 40rem)";

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(NARROW);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => window.matchMedia(NARROW).matches,
    () => false,
  );
}
