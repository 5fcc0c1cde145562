"use client";

import { classNames } from "@/components/ui/class-names";
import { ShapeMark } from "@/components/ui/values/badge";
import { type CoverageCell, hasFile } from "@/lib/domain/reports/coverage";
import { formatPeriod } from "@/lib/domain/reports/report";
import { REPORT_PERIODS } from "@/lib/domain/reports/report-calendar";
import { COVERAGE_STYLES } from "./coverage-state";

// A narrow screen shows a week per line, from Monday.
const FIRST_WEEKDAY = [
  "col-start-7",
  "col-start-1",
  "col-start-2",
  "col-start-3",
  "col-start-4",
  "col-start-5",
  "col-start-6",
] as const;

type CoverageCellProps = {
  cell: CoverageCell;
  row: number;
  column: number;
  text: string;
  isSelected: boolean;
  isTabStop: boolean;
  isBusy: boolean;
};

/** One day or month. The grid handles its clicks and keys. */
export function CoverageCellView({
  cell,
  row,
  column,
  text,
  isSelected,
  isTabStop,
  isBusy,
}: CoverageCellProps) {
  const { type, date, state } = cell;
  const { shape, label, cell: style } = COVERAGE_STYLES[state];
  const isMonth = REPORT_PERIODS[type] === "month";
  const day = Number(date.slice(8));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table can't wrap a month into weeks on a narrow screen.
    <div
      role="gridcell"
      data-row={row}
      data-column={column}
      aria-label={text}
      aria-selected={hasFile(cell) ? isSelected : undefined}
      aria-busy={isBusy || undefined}
      aria-colindex={isMonth ? 1 : day}
      tabIndex={isTabStop ? 0 : -1}
      data-tip={text}
      className={classNames(
        "relative flex h-11 min-w-0 cursor-pointer select-none items-center justify-center gap-1.5 rounded-[5px] outline-offset-1 transition-shadow duration-quick hover:inset-ring hover:inset-ring-line-control aria-busy:animate-breathe @4xl:h-8",
        style,
        isSelected && "inset-ring-2 inset-ring-accent hover:inset-ring-2 hover:inset-ring-accent",
        isMonth ? "col-span-7 @4xl:col-[2/-1]" : "flex-col @4xl:col-start-auto",
        !isMonth && day === 1 && FIRST_WEEKDAY[new Date(`${date}T00:00:00Z`).getUTCDay()],
      )}
    >
      {!isMonth && (
        <span aria-hidden="true" className="text-caption leading-none @4xl:hidden">
          {day}
        </span>
      )}
      <ShapeMark shape={shape} className="size-3" />
      {isMonth && (
        <span aria-hidden="true" className="text-small">
          {formatPeriod(type, date)}: {label.toLowerCase()}
        </span>
      )}
    </div>
  );
}
