import type { FieldError } from "react-hook-form";

/** Turns the contract's messages, which are predicates ("is required", "must not be empty"), into sentences. */
export function fieldMessage(error: FieldError | undefined): string | undefined {
  const message = error?.message?.replace(/^is required/, "required");
  return message ? `${message.charAt(0).toUpperCase()}${message.slice(1)}.` : undefined;
}
