import { scaleLinear, scalePoint } from "d3-scale";
import { area, curveLinear, line } from "d3-shape";
import type { Tick } from "./layout-bars";

export type LineLayout = { line: string; area: string; points: { x: number; y: number }[]; ticks: Tick[] };

const MAX_TICKS = 4;

/** Lays out a line in a 100 × 100 square. The scale starts at the lowest value to show changes, not at zero. */
export function layoutLine(values: readonly number[]): LineLayout {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const padding = (high - low) * 0.08 || Math.abs(high) * 0.05 || 1;
  const yScale = scaleLinear()
    .domain([low - padding, high + padding])
    .range([100, 0])
    .nice(MAX_TICKS);
  const xScale = scalePoint<number>()
    .domain(values.map((_, index) => index))
    .range([0, 100])
    .padding(0.5);
  const points = values.map((value, index) => ({ x: xScale(index) ?? 0, y: yScale(value) }));
  const x = (point: { x: number }) => point.x;
  const y = (point: { y: number }) => point.y;
  return {
    line: line<{ x: number; y: number }>().x(x).y(y).curve(curveLinear)(points) ?? "",
    area: area<{ x: number; y: number }>().x(x).y0(100).y1(y).curve(curveLinear)(points) ?? "",
    points,
    ticks: yScale.ticks(MAX_TICKS).map((value) => ({ value, y: yScale(value) })),
  };
}
