import type { AppError } from "@/lib/domain/result";

/** For an action whose answer never came. Sent again with the same operation id, it is carried out once. */
export function unanswered(doubt: string): AppError {
  return {
    code: "internal",
    message: `Cardwell didn’t respond. ${doubt} It’s safe to try again: the request won’t run twice.`,
    requestId: "",
    retry: "safe",
  };
}
