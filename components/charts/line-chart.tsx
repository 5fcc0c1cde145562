import type { ReactNode } from "react";
import type { BarPart } from "./bar-part";
import { ChartCursor } from "./chart-cursor";
import { ChartTable } from "./chart-table";
import { formatAxisValue } from "./layout-bars";
import { layoutLine } from "./layout-line";

export type LinePart = Omit<BarPart, "values"> & { value: number };

type LineChartProps = {
  label: string;
  parts: readonly LinePart[];
  summary: ReactNode;
  headers: readonly string[];
};

/** Rendered on the server; the browser only adds the cursor. */
export function LineChart({ label, parts, summary, headers }: LineChartProps) {
  const { line, area, points, ticks } = layoutLine(parts.map(({ value }) => value));
  const last = points.at(-1);
  return (
    <figure aria-label={label} className="min-w-0">
      <ChartCursor
        name={label}
        summary={summary}
        points={parts.map(({ days, text, href }) => ({ days, text, href }))}
        axis={
          <div aria-hidden="true" className="relative w-9 shrink-0 text-caption text-ink-3">
            {ticks.map(({ value, y }) => (
              <span key={value} className="absolute right-2 -translate-y-1/2" style={{ top: `${y}%` }}>
                {formatAxisValue(value)}
              </span>
            ))}
          </div>
        }
        footer={
          <div aria-hidden="true" className="flex justify-between pt-1 text-caption text-ink-3">
            <span>{parts[0]?.shortLabel}</span>
            {parts.length > 1 && <span>{parts.at(-1)?.shortLabel}</span>}
          </div>
        }
      >
        <div className="relative h-40">
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="block size-full overflow-visible"
          >
            {ticks.map(({ value, y }) => (
              <line
                key={value}
                x1="0"
                x2="100"
                y1={y}
                y2={y}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            <path d={area} className="fill-accent-soft" />
            <path
              d={line}
              fill="none"
              className="stroke-accent"
              strokeWidth="1.75"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {last && (
            <span
              aria-hidden="true"
              className="absolute size-2 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface bg-accent"
              style={{ left: `${last.x}%`, top: `${last.y}%` }}
            />
          )}
        </div>
      </ChartCursor>
      <ChartTable label={label} parts={parts} headers={headers} />
    </figure>
  );
}
