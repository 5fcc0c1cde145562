import { countOf } from "@/lib/domain/money/numbers";
import type { PlannedPaste } from "./plan-paste";

/** What was pasted, and what didn't fit. */
export function pasteText({ changes, leftOutRows, leftOutColumns }: PlannedPaste): string {
  const leftOut = [
    leftOutRows > 0 && `${countOf(leftOutRows, "row")} below the last row`,
    leftOutColumns > 0 && `${countOf(leftOutColumns, "column")} after the last column`,
  ].filter(Boolean);
  const pasted = `Pasted ${countOf(changes.length, "cell")}.`;
  return leftOut.length === 0 ? pasted : `${pasted} Left out: ${leftOut.join(" and ")}.`;
}
