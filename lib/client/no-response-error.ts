import type { AppError } from "@/lib/domain/result";

/** For an action that got no response. It is safe to retry because it keeps its operation ID. */
export function noResponseError(consequence: string): AppError {
  return {
    code: "internal",
    message: `Cardwell didn’t respond. ${consequence} It’s safe to try again: the request won’t run twice.`,
    requestId: "",
    retry: "safe",
  };
}
