import { countOf, formatCount } from "@/lib/domain/money/numbers";
import type { ExceptionLeft, OpenCheck } from "@/lib/domain/reconciliation/sign-off";

/** "3 exceptions left, 1 of them open. 2 checks differ." */
export function leftText(left: readonly ExceptionLeft[], checks: readonly OpenCheck[]): string {
  const differing = checks.filter(({ outcome }) => outcome === "differs").length;
  return [
    exceptionsText(left),
    ...(differing > 0 ? [`${countOf(differing, "check")} ${differing === 1 ? "differs" : "differ"}.`] : []),
  ].join(" ");
}

function exceptionsText(left: readonly ExceptionLeft[]): string {
  if (left.length === 0) return "No exceptions are left.";
  const open = left.filter(({ state }) => state === "open").length;
  const total = countOf(left.length, "exception");
  if (open === 0) return `${total} left, none open.`;
  return open === left.length ? `${total} left and open.` : `${total} left, ${formatCount(open)} open.`;
}
