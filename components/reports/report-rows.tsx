"use client";

import { useQueries } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useSyncExternalStore } from "react";
import { ROLE } from "@/components/data-table/roles";
import { SearchInput } from "@/components/data-table/search-input";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { getJson, toRequestError } from "@/lib/client/request";
import { useTimeZone } from "@/lib/client/time-zone";
import { useView } from "@/lib/client/use-view";
import type { ReportColumns, ReportRows as Rows } from "@/lib/domain/report";
import type { AppError } from "@/lib/domain/result";
import type { ReportView } from "@/lib/url/reports-view";
import { readingOrder } from "./reading-order";
import { ReportRow, ReportRowHead, ReportRowListed, rowWidths } from "./report-row";
import { MOST_SHOWN, rowsFoundWords } from "./rows-found";

const PAGE_ROWS = 100;
const ROW_PX = 32;
const LISTED_ROW_PX = 60;
const OVERSCAN = 12;
const FIRST_RECT = { width: 1_100, height: 560 };

type ReportRowsProps = {
  reportId: string;
  columns: readonly string[];
  means: ReportColumns;
  /** The first rows as the server read them, in this view. */
  initial: Rows | null;
  error: AppError | null;
  view: ReportView;
  defaults: ReportView;
};

/** The file itself. Only the rows in sight are drawn, and only the pages in sight are fetched. */
export function ReportRows({
  reportId,
  columns,
  means,
  initial,
  error,
  view: given,
  defaults,
}: ReportRowsProps) {
  const { view, isPending, change, clear, hrefAfter } = useView({
    path: `/reports/${reportId}`,
    view: given,
    defaults,
  });
  const { timeZone } = useTimeZone();
  const isListed = useIsNarrow();
  const scroller = useRef<HTMLDivElement>(null);
  const total = initial?.total ?? 0;
  const virtual = useVirtualizer({
    count: Math.min(total, MOST_SHOWN),
    getScrollElement: () => scroller.current,
    estimateSize: () => (isListed ? LISTED_ROW_PX : ROW_PX),
    overscan: OVERSCAN,
    initialRect: FIRST_RECT,
    getItemKey: (index) => `${isListed}-${index}`,
  });
  const items = virtual.getVirtualItems();
  const pages = pagesOf(items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const fetched = useQueries({
    queries: pages.map((page) => ({
      queryKey: ["report-rows", reportId, given.search, given.zone, given.sort, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        getJson<Rows>(rowsPath(reportId, given, page), signal),
      staleTime: Number.POSITIVE_INFINITY,
      ...(page === 0 && initial ? { initialData: initial } : {}),
    })),
  });
  const failed = fetched.find((query) => query.error)?.error;
  const rowAt = (index: number) => {
    const place = pages.indexOf(Math.floor(index / PAGE_ROWS));
    return fetched[place]?.data?.rows[index % PAGE_ROWS];
  };
  const widths = useMemo(
    () => rowWidths(columns, initial?.rows ?? [], { order: readingOrder(columns, means), timeZone }),
    [columns, initial, means, timeZone],
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
        {rowsFoundWords({ total, search: given.search }, view.search)}
      </p>
      {(view.search || view.sort) && (
        <Button tone="quiet" size="small" onClick={clear}>
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
        <EmptyState title={given.search ? "No matching rows" : "No rows"}>
          {given.search ? "Try a shorter search, or clear it." : "There was no activity in this period."}
        </EmptyState>
      </>
    );
  return (
    <>
      {search}
      {failed && <ErrorState error={toRequestError(failed)} isInline />}
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
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
          className={isListed ? "block" : "block font-mono text-small"}
        >
          {!isListed && (
            <ReportRowHead
              columns={columns}
              widths={widths}
              sort={view.sort}
              hrefFor={(sort) => hrefAfter({ sort })}
            />
          )}
          <tbody
            {...ROLE.group}
            className="relative block"
            style={{ height: virtual.getTotalSize(), minWidth: isListed ? undefined : widths.total }}
          >
            {items.map(({ index, key, start, size }) => {
              const place = { transform: `translateY(${start}px)`, height: size };
              const row = rowAt(index);
              return isListed ? (
                <ReportRowListed
                  key={key}
                  index={index}
                  place={place}
                  row={row}
                  columns={columns}
                  means={means}
                />
              ) : (
                <ReportRow key={key} index={index} place={place} row={row} widths={widths} />
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

function rowsPath(reportId: string, { search, zone, sort }: ReportView, page: number): string {
  const asked = new URLSearchParams({ offset: String(page * PAGE_ROWS), limit: String(PAGE_ROWS) });
  if (search) asked.set("search", search);
  if (zone) asked.set("zone", zone);
  if (sort) asked.set("sort", sort);
  return `/api/reports/${reportId}/rows?${asked}`;
}

function pagesOf(first: number, last: number): number[] {
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
