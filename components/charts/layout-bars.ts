import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";

/** In percent of the plot, so that the chart scales but its text doesn't. */
export type BarBox = { part: number; series: number; x: number; y: number; width: number; height: number };
export type Tick = { value: number; y: number };

export type BarLayout = { bars: BarBox[]; ticks: Tick[] };

const GAP = 0.28;
const MAX_TICKS = 3;

/** Lays out stacked bars from `values[part][series]`. */
export function layoutBars(values: readonly (readonly number[])[]): BarLayout {
  const largest = Math.max(0, ...values.map((parts) => parts.reduce((sum, value) => sum + value, 0)));
  const yScale = scaleLinear()
    .domain([0, largest || 1])
    .range([100, 0])
    .nice(MAX_TICKS);
  const xScale = scaleBand<number>()
    .domain(values.map((_, part) => part))
    .range([0, 100])
    .paddingInner(GAP)
    .paddingOuter(GAP / 2);
  const width = xScale.bandwidth();
  const stacked = stack<readonly number[], number>()
    .keys(values[0]?.map((_, series) => series) ?? [])
    .value((parts, series) => parts[series] ?? 0)([...values]);
  const bars = stacked.flatMap((layer) =>
    layer.flatMap(([low, high], part): BarBox[] => {
      if (high <= low) return [];
      const y = yScale(high);
      return [{ part, series: layer.key, x: xScale(part) ?? 0, y, width, height: yScale(low) - y }];
    }),
  );
  const ticks = largest > 0 ? yScale.ticks(MAX_TICKS).filter((value) => value > 0) : [];
  return { bars, ticks: ticks.map((value) => ({ value, y: yScale(value) })) };
}

/** `1,200,000` → `1.2M` */
export function formatAxisValue(value: number): string {
  return new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(value);
}
