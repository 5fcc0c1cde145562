import { scaleLinear, scalePoint } from "d3-scale";
import { area, curveLinear, line } from "d3-shape";
import type { Tick } from "./layout-bars";

export type LineLayout = { line: string; area: string; points: { x: number; y: number }[]; ticks: Tick[] };

const MOST_TICKS = 4;

/** Where a line runs, in a square of 100 by 100. The scale begins where the values do: it shows how they move. */
export function layoutLine(values: readonly number[]): LineLayout {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low) * 0.08 || Math.abs(high) * 0.05 || 1;
  const up = scaleLinear()
    .domain([low - room, high + room])
    .range([100, 0])
    .nice(MOST_TICKS);
  const across = scalePoint<number>()
    .domain(values.map((_, index) => index))
    .range([0, 100])
    .padding(0.5);
  const points = values.map((value, index) => ({ x: across(index) ?? 0, y: up(value) }));
  const x = (point: { x: number }) => point.x;
  const y = (point: { y: number }) => point.y;
  return {
    line: line<{ x: number; y: number }>().x(x).y(y).curve(curveLinear)(points) ?? "",
    area: area<{ x: number; y: number }>().x(x).y0(100).y1(y).curve(curveLinear)(points) ?? "",
    points,
    ticks: up.ticks(MOST_TICKS).map((value) => ({ value, y: up(value) })),
  };
}
