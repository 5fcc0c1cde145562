import type { FieldError } from "react-hook-form";

/** The contract's messages are predicates ("must not be empty"); under a field they stand as a sentence. */
export function fieldMessage(error: FieldError | undefined): string | undefined {
  const message = error?.message;
  return message ? `${message.charAt(0).toUpperCase()}${message.slice(1)}.` : undefined;
}
