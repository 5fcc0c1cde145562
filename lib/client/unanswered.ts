import type { AppError } from "@/lib/domain/result";

/** For an action whose answer never came. Sent again with the same operation id, it is carried out once. */
export function unanswered(doubt: string): AppError {
  return {
    code: "internal",
    message: `The dashboard gave no answer. ${doubt} Trying again is safe: it will not happen twice.`,
    requestId: "",
    retry: "safe",
  };
}
