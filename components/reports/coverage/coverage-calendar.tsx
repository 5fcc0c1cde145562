"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { requestReport } from "@/lib/actions/request-report";
import { sendAction } from "@/lib/client/send-action";
import { toast } from "@/lib/client/toast";
import { useRefresh } from "@/lib/client/use-refresh";
import { type CoverageCell, type CoverageRow, hasFile } from "@/lib/domain/reports/coverage";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDay, formatMonth } from "@/lib/domain/time/date-time";
import { cellText, stepOf } from "./cell-text";
import { CoverageCellView } from "./coverage-cell";
import { DayHeaders } from "./day-headers";
import { type GridPlace, moveInGrid, placesBetween } from "./move-in-grid";
import { recallPlace, rememberPlace } from "./remembered-place";
import { SelectionBar } from "./selection-bar";
import { useGridSelection } from "./use-grid-selection";

type CoverageCalendarProps = {
  /** Any day of the month. */
  month: IsoDate;
  today: IsoDate;
  rows: readonly CoverageRow[];
  previousHref: string | null;
  nextHref: string | null;
  canRequest: boolean;
  canDownload: boolean;
};

const keyOf = ({ type, date }: CoverageCell) => `${type}:${date}`;

/** A grid with one tab stop: arrows move, Enter opens or requests, Space selects, Page Up and Down change the month. */
export function CoverageCalendar(props: CoverageCalendarProps) {
  const { month, today, rows, previousHref, nextHref, canRequest, canDownload } = props;
  const router = useRouter();
  const refresh = useRefresh();
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<GridPlace>({ row: 0, column: 0 });
  const [busyKeys, setBusyKeys] = useState<ReadonlySet<string>>(new Set());
  const [isSelecting, setIsSelecting] = useState(false);
  const { selected, anchor, toggle, extend, replace } = useGridSelection();
  const shape = rows.map(({ cells }) => cells.length);
  const files = rows.flatMap(({ cells }) => cells.filter(hasFile));
  const selectedFiles = files.filter((cell) => selected.has(keyOf(cell)));

  function cellAt({ row, column }: GridPlace): CoverageCell | undefined {
    const cells = rows[row]?.cells;
    return cells?.[Math.min(column, cells.length - 1)];
  }

  function focus(place: GridPlace) {
    setActive(place);
    const column = Math.min(place.column, (shape[place.row] ?? 1) - 1);
    grid.current?.querySelector<HTMLElement>(`[data-row="${place.row}"][data-column="${column}"]`)?.focus();
  }

  const restoreFocus = useEffectEvent(() => {
    const place = recallPlace();
    if (place && document.activeElement === document.body) focus(place);
  });
  useEffect(() => restoreFocus(), []);

  function select(place: GridPlace) {
    const cell = cellAt(place);
    if (cell && hasFile(cell)) toggle(keyOf(cell), place);
  }

  function selectTo(place: GridPlace, focused: GridPlace) {
    const from = anchor ?? focused;
    const cells = placesBetween(from, place, shape).map(cellAt);
    extend(
      cells.flatMap((cell) => (cell && hasFile(cell) ? [keyOf(cell)] : [])),
      from,
    );
  }

  function changeMonth(href: string, place: GridPlace) {
    rememberPlace(place);
    router.push(href, { scroll: false });
  }

  async function activate(cell: CoverageCell) {
    const step = stepOf(cell, canRequest);
    if (step === "open") return router.push(`/reports/${cell.reportId}`);
    if (step === null || busyKeys.has(keyOf(cell))) return;
    const { type, date, availableFrom } = cell;
    const name = `${reportName(type)}, ${formatPeriod(type, date)}`;
    setBusyKeys((keys) => new Set([...keys, keyOf(cell)]));
    const result = await sendAction(requestReport, crypto.randomUUID(), { type, date }).catch(() => null);
    setBusyKeys((keys) => new Set([...keys].filter((key) => key !== keyOf(cell))));
    if (!result?.ok)
      toast({
        title: `Couldn’t request ${name}`,
        detail: result?.error.message ?? "We couldn’t reach Cardwell. Check your connection.",
        tone: "bad",
      });
    else if (result.data.state === "failed")
      toast({
        title: `Request failed: ${name}`,
        tone: "bad",
        action: { label: "View details", href: `/reports/${result.data.id}` },
      });
    else if (availableFrom !== null)
      toast({ title: `Queued: ${name}`, detail: `Available from ${formatDay(availableFrom)}, 00:00 UTC.` });
    else toast({ title: `Requested: ${name}`, tone: "good" });
    refresh();
  }

  function handleClick(event: MouseEvent) {
    const place = placeOf(event.target);
    const cell = place && cellAt(place);
    if (!place || !cell) return;
    setActive(place);
    if (event.shiftKey) selectTo(place, active);
    else if (isSelecting || event.ctrlKey || event.metaKey) select(place);
    else void activate(cell);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const place = placeOf(event.target);
    const cell = place && cellAt(place);
    if (!place || !cell || event.altKey) return;
    // In a month's row the column of the day's row is remembered; a cell may also be focused from outside.
    const isActive =
      place.row === active.row && place.column === Math.min(active.column, (shape[place.row] ?? 1) - 1);
    const from = isActive ? active : place;
    const target = moveInGrid(event, from, shape);
    if (target) {
      if (event.shiftKey) selectTo(target, from);
      focus(target);
    } else if (event.key === "Enter") void activate(cell);
    else if (event.key === " ") select(place);
    else if (event.key === "Escape" && selected.size > 0) replace([]);
    else if (event.key === "PageUp" && previousHref) changeMonth(previousHref, from);
    else if (event.key === "PageDown" && nextHref) changeMonth(nextHref, from);
    else return;
    event.preventDefault();
  }

  return (
    <div className="@container flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {files.length > 0 && (
          <>
            <Button size="small" aria-pressed={isSelecting} onClick={() => setIsSelecting(!isSelecting)}>
              {isSelecting ? "Stop selecting" : "Select files"}
            </Button>
            <Button size="small" tone="ghost" onClick={() => replace(files.map(keyOf))}>
              Select all {files.length}
            </Button>
          </>
        )}
        <p className="text-small text-ink-2 touch:hidden">
          Arrow keys move, Enter opens or requests, Space and Shift select, Page Up and Page Down change the
          month.
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a table can't wrap a month into weeks on a narrow screen. */}
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label={`Reports of ${formatMonth(month)}`}
        aria-multiselectable="true"
        onClick={handleClick}
        onKeyDown={handleKeyDown}
        className="flex flex-col gap-3 outline-none @4xl:gap-1"
      >
        <DayHeaders month={month} today={today} />
        {rows.map(({ type, cells }, row) => (
          // biome-ignore lint/a11y/useSemanticElements: see the grid.
          // biome-ignore lint/a11y/useFocusableInteractive: its cells are.
          <div
            key={type}
            role="row"
            className="grid grid-cols-7 items-center gap-1 @4xl:grid-cols-[11rem_repeat(31,minmax(0,1fr))] @4xl:gap-0.5"
          >
            {/* biome-ignore lint/a11y/useFocusableInteractive: only the cells take the focus. */}
            {/* biome-ignore lint/a11y/useSemanticElements: see the grid. */}
            <div role="rowheader" className="col-span-7 truncate pr-2 font-medium @4xl:col-span-1">
              {reportName(type)}
            </div>
            {cells.map((cell, column) => (
              <CoverageCellView
                key={cell.date}
                cell={cell}
                row={row}
                column={column}
                text={cellText(cell, canRequest)}
                isSelected={selected.has(keyOf(cell)) && hasFile(cell)}
                isTabStop={active.row === row && Math.min(active.column, cells.length - 1) === column}
                isBusy={busyKeys.has(keyOf(cell))}
              />
            ))}
          </div>
        ))}
      </div>
      {selectedFiles.length > 0 && (
        <SelectionBar cells={selectedFiles} canDownload={canDownload} onClear={() => replace([])} />
      )}
    </div>
  );
}

function placeOf(target: EventTarget): GridPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : null;
}
