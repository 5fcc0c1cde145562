import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import type { BarPart, BarSeries, BarTone } from "./bar-part";
import { ChartCursor } from "./chart-cursor";
import { ChartTable } from "./chart-table";
import { formatAxisValue, layoutBars } from "./layout-bars";

type BarChartProps = {
  /** The accessible name: "Spend by day in USD". */
  label: string;
  series: readonly BarSeries[];
  parts: readonly BarPart[];
  /** Shown above the chart while no day is selected. */
  summary: ReactNode;
  /** The table's column headers, starting with the days. */
  headers: readonly string[];
  size?: "normal" | "small";
};

const BAR_CLASSES = {
  strong: "fill-accent opacity-65",
  // Outlined: pending amounts.
  open: "fill-accent-soft stroke-accent [stroke-opacity:0.55]",
  muted: "fill-ink-3 opacity-50",
  bad: "fill-bad opacity-75",
} as const satisfies Record<BarTone, string>;

/** Rendered on the server; the browser only adds the cursor. */
export function BarChart({ label, series, parts, summary, headers, size = "normal" }: BarChartProps) {
  const { bars, ticks } = layoutBars(parts.map(({ values }) => values));
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
        footer={<AxisLabels parts={parts} />}
      >
        <svg
          aria-hidden="true"
          className={classNames("block w-full overflow-visible", size === "normal" ? "h-40" : "h-24")}
        >
          {ticks.map(({ value, y }) => (
            <line
              key={value}
              x1="0"
              x2="100%"
              y1={percent(y)}
              y2={percent(y)}
              className="stroke-line"
              shapeRendering="crispEdges"
            />
          ))}
          {bars.map(({ part, series: layer, ...box }) => (
            <rect
              key={`${part}-${layer}`}
              x={percent(box.x)}
              y={percent(box.y)}
              width={percent(box.width)}
              height={percent(box.height)}
              rx="1.5"
              className={BAR_CLASSES[series[layer]?.tone ?? "strong"]}
            />
          ))}
          <line
            x1="0"
            x2="100%"
            y1="100%"
            y2="100%"
            className="stroke-line-strong"
            shapeRendering="crispEdges"
          />
        </svg>
      </ChartCursor>
      {series.length > 1 && <Legend series={series} />}
      <ChartTable label={label} parts={parts} headers={headers} />
    </figure>
  );
}

function AxisLabels({ parts }: { parts: readonly BarPart[] }) {
  const middle = parts.length > 4 ? parts[Math.floor(parts.length / 2)] : undefined;
  const shown = [parts[0], middle, parts.length > 1 ? parts.at(-1) : undefined];
  return (
    <div aria-hidden="true" className="flex justify-between pt-1 text-caption text-ink-3">
      {shown.map((part) => part && <span key={part.id}>{part.shortLabel}</span>)}
    </div>
  );
}

function Legend({ series }: { series: readonly BarSeries[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2 sm:pl-9">
      {series.map(({ name, tone }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5">
            <rect x="0.5" y="0.5" width="9" height="9" rx="2" className={BAR_CLASSES[tone]} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function percent(value: number): string {
  return `${Math.round(value * 1000) / 1000}%`;
}
