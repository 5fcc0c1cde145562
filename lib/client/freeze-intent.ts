import type { freezeCard } from "@/lib/actions/freeze-card";
import type { StatusSnapshot } from "@/lib/domain/card-status";
import { newOperationId } from "./operation-id";

type FreezeInput = Parameters<typeof freezeCard>[1];

export type FreezeIntent = {
  operationId: string;
  input: FreezeInput;
  /** When the card was last read: before the intent was formed, or before its answer was lost. */
  readAt: string;
};

/**
 * The intent of a press. An unanswered one pressed again keeps its operation id, so that it is carried out once. When a
 * later reading shows the card in another status, the same press is a new intent: a colleague may have undone the first
 * one, and its stored answer must not stand in for a new freeze.
 */
export function freezeIntent(
  unanswered: FreezeIntent | null,
  input: FreezeInput,
  { status, readAt }: StatusSnapshot,
): FreezeIntent {
  const wanted = input.freeze ? "FROZEN" : "ACTIVE";
  const isSame =
    unanswered?.input.freeze === input.freeze && (readAt <= unanswered.readAt || status === wanted);
  return isSame ? unanswered : { operationId: newOperationId(), input, readAt };
}
