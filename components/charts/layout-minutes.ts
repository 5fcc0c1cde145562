import { scaleLinear } from "d3-scale";
import { line as createLine } from "d3-shape";

/** Only the top is labeled; more would leave less room above the highest value. */
const MAX_TICKS = 5;

/** In a 100 × 100 square. */
export type MinutesLayout = { paths: string[]; top: number | null };

/**
 * Lays out one line for each copy on a scale from zero to `top`, which is null without values. A line is interrupted
 * where it has no value.
 */
export function layoutMinutes(lines: readonly (readonly (number | null)[])[]): MinutesLayout {
  const values = lines.flat().filter((value) => value !== null);
  const largest = Math.max(0, ...values);
  const yScale = scaleLinear()
    .domain([0, largest || 1])
    .range([100, 0])
    .nice(MAX_TICKS);
  const last = Math.max(1, ...lines.map(({ length }) => length - 1));
  const draw = createLine<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => (index / last) * 100)
    .y((value) => yScale(value ?? 0))
    .digits(2);
  return {
    paths: lines.map((line) => draw([...line]) ?? ""),
    top: values.length === 0 ? null : (yScale.domain()[1] ?? null),
  };
}
