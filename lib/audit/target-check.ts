import type { AppError } from "@/lib/domain/result";

/**
 * Whether the record that a caller names exists. An ID that isn't Cardwell's own can be any text, and an invented one
 * must not reach the audit log or the event stream.
 */
export type TargetCheck<Input> = {
  /** By the database alone, for denied attempts too. */
  isKnown(input: Input): Promise<boolean>;
  /** Asked about what isn't known: the error, or null if the action may begin. */
  findError(input: Input, requestId: string): Promise<AppError | null>;
};
