import type { FieldError } from "react-hook-form";

/** Turns the contract's messages, which are predicates ("is required", "must not be empty"), into sentences. */
export function fieldMessage(error: FieldError | undefined): string | undefined {
  return fieldSentence(error?.message);
}

/** The same for a message that the server returned. */
export function fieldSentence(predicate: string | undefined): string | undefined {
  const message = predicate?.replace(/^is required/, "required");
  return message ? `${message.charAt(0).toUpperCase()}${message.slice(1)}.` : undefined;
}
