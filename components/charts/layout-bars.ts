import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";

/** In percent of the plot, so that the picture fits any width and its words keep their size. */
export type BarBox = { part: number; series: number; x: number; y: number; width: number; height: number };
export type Tick = { value: number; y: number };

export type BarLayout = { bars: BarBox[]; ticks: Tick[] };

const GAP = 0.28;
const MOST_TICKS = 3;

/** Where each bar stands: `values[part][series]`, one series on top of the other. */
export function layoutBars(values: readonly (readonly number[])[]): BarLayout {
  const largest = Math.max(0, ...values.map((parts) => parts.reduce((sum, value) => sum + value, 0)));
  const up = scaleLinear()
    .domain([0, largest || 1])
    .range([100, 0])
    .nice(MOST_TICKS);
  const across = scaleBand<number>()
    .domain(values.map((_, part) => part))
    .range([0, 100])
    .paddingInner(GAP)
    .paddingOuter(GAP / 2);
  const width = across.bandwidth();
  const stacked = stack<readonly number[], number>()
    .keys(values[0]?.map((_, series) => series) ?? [])
    .value((parts, series) => parts[series] ?? 0)([...values]);
  const bars = stacked.flatMap((layer) =>
    layer.flatMap(([low, high], part): BarBox[] => {
      if (high <= low) return [];
      const y = up(high);
      return [{ part, series: layer.key, x: across(part) ?? 0, y, width, height: up(low) - y }];
    }),
  );
  const ticks = largest > 0 ? up.ticks(MOST_TICKS).filter((value) => value > 0) : [];
  return { bars, ticks: ticks.map((value) => ({ value, y: up(value) })) };
}

/** `1,200,000` → `1.2M`: an axis says the size, the readout says the figure. */
export function axisWords(value: number): string {
  return new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(value);
}
