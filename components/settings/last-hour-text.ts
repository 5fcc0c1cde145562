import type { MeasureHour } from "@/lib/domain/instances/last-hour";
import { MEASURES, type Measure } from "@/lib/domain/instances/measures";
import { formatCount } from "@/lib/domain/money/numbers";
import { formatBytes } from "@/lib/domain/reports/report";

const NOTHING_MEASURED: Partial<Record<Measure, string>> = {
  pageMs: "No pages in the last minute",
  issuerMs: "No calls in the last minute",
};

/** `1,204`, `180 ms`, `1.2 s`, `312 MB` */
export function formatMeasure(measure: Measure, value: number): string {
  const { unit } = MEASURES[measure];
  if (unit === "bytes") return formatBytes(value);
  if (unit === "count") return formatCount(value);
  return value < 1000 ? `${value} ms` : `${(value / 1000).toFixed(1)} s`;
}

/** The value of the last minute, and what it is: `12` and `a minute`, `139 ms` and `highest of 2 copies`. */
export function describeLatest(
  { measure, latest }: Pick<MeasureHour, "measure" | "latest">,
  { running, hasMinute }: { running: number; hasMinute: boolean },
): { value: string; about: string } {
  if (latest === null)
    return { value: "", about: (hasMinute ? NOTHING_MEASURED[measure] : undefined) ?? "No value yet" };
  const { unit, scope, together, time } = MEASURES[measure];
  const isHighest = scope === "copy" && together === "highest" && running > 1;
  const rate = unit === "count" && time === "during" ? "a minute" : "";
  return {
    value: formatMeasure(measure, latest),
    about: isHighest ? `highest of ${running} copies` : rate,
  };
}

/** The position of the highest value; null if there is none. */
export function findPeak(line: readonly (number | null)[]): { index: number; value: number } | null {
  let peak: { index: number; value: number } | null = null;
  for (const [index, value] of line.entries())
    if (value !== null && (peak === null || value > peak.value)) peak = { index, value };
  return peak;
}
