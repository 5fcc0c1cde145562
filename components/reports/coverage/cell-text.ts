import { type CoverageCell, hasFile } from "@/lib/domain/reports/coverage";
import { formatPeriod, reportName } from "@/lib/domain/reports/report";
import { formatDay } from "@/lib/domain/time/date-time";
import { COVERAGE_STYLES } from "./coverage-state";

/** What a cell is, in full: "Daily settlement, 3 Nov 2026: missing. Press Enter to request it." */
export function cellText(cell: CoverageCell, canRequest: boolean): string {
  const { type, date, state } = cell;
  const label = COVERAGE_STYLES[state].label.toLowerCase();
  return [
    `${reportName(type)}, ${formatPeriod(type, date)}: ${label}.`,
    detailOf(cell),
    hintOf(cell, canRequest),
  ]
    .filter((part) => part !== null)
    .join(" ");
}

function detailOf({ state, availableFrom, reason }: CoverageCell): string | null {
  if (state === "changed") return "It was captured more than once, and the files differ.";
  if (availableFrom !== null) return `Available from ${formatDay(availableFrom)}, 00:00 UTC.`;
  if (state === "scheduled") return "It is requested within a minute.";
  return reason;
}

export type CellStep = "open" | "request" | "queue" | null;

/** What Enter or a click does. */
export function stepOf(cell: CoverageCell, canRequest: boolean): CellStep {
  if (cell.reportId !== null && cell.state !== "missing") return "open";
  if (!canRequest) return null;
  if (cell.state === "missing") return "request";
  return cell.state === "unavailable" ? "queue" : null;
}

const STEP_HINTS: Record<Exclude<CellStep, null>, string> = {
  open: "Press Enter to open it.",
  request: "Press Enter to request it.",
  queue: "Press Enter to request it as soon as it is available.",
};

function hintOf(cell: CoverageCell, canRequest: boolean): string | null {
  const step = stepOf(cell, canRequest);
  if (hasFile(cell)) return "Press Enter to open it, Space to select it.";
  return step === null ? null : STEP_HINTS[step];
}
