import "server-only";
import type { ExceptionScope } from "@/lib/domain/reconciliation/exception-work";
import type { AppError } from "@/lib/domain/result";

/** The audit log names a single exception; the history has every one. */
export function exceptionTarget(scope: ExceptionScope): string | null {
  return "items" in scope && scope.items.length === 1 ? (scope.items[0]?.id ?? null) : null;
}

export function otherExceptions(requestId: string): AppError {
  const message =
    "The matching exceptions changed since you opened this dialog. Nothing was changed. Close it, check the list, and try again.";
  return { code: "conflict", message, requestId, retry: "never" };
}
