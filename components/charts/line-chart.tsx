import type { ReactNode } from "react";
import type { BarPart } from "./bar-part";
import { ChartCursor } from "./chart-cursor";
import { ChartTable } from "./chart-table";
import { axisWords } from "./layout-bars";
import { layoutLine } from "./layout-line";

export type LinePart = Omit<BarPart, "values"> & { value: number };

type LineChartProps = {
  label: string;
  parts: readonly LinePart[];
  summary: ReactNode;
  heads: readonly string[];
};

/** How something moved, drawn on the server. The browser only adds the cursor that reads out one day. */
export function LineChart({ label, parts, summary, heads }: LineChartProps) {
  const { line, area, points, ticks } = layoutLine(parts.map(({ value }) => value));
  const last = points.at(-1);
  return (
    <figure aria-label={label} className="min-w-0">
      <ChartCursor
        name={label}
        summary={summary}
        points={parts.map(({ days, words, href }) => ({ days, words, href }))}
        gutter={
          <div aria-hidden="true" className="relative w-9 shrink-0 text-caption text-ink-3">
            {ticks.map(({ value, y }) => (
              <span key={value} className="absolute right-2 -translate-y-1/2" style={{ top: `${y}%` }}>
                {axisWords(value)}
              </span>
            ))}
          </div>
        }
        below={
          <div aria-hidden="true" className="flex justify-between pt-1 text-caption text-ink-3">
            <span>{parts[0]?.short}</span>
            {parts.length > 1 && <span>{parts.at(-1)?.short}</span>}
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
      <ChartTable label={label} parts={parts} heads={heads} />
    </figure>
  );
}
