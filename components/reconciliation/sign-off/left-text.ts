import { countOf, formatCount } from "@/lib/domain/money/numbers";
import type { ExceptionLeft } from "@/lib/domain/reconciliation/sign-off";

export function leftText(left: readonly ExceptionLeft[]): string {
  if (left.length === 0) return "No exceptions are left.";
  const open = left.filter(({ state }) => state === "open").length;
  return `${countOf(left.length, "exception")} left, ${formatCount(open)} of them open.`;
}
