import type { freezeCard } from "@/lib/actions/freeze-card";
import { newOperationId } from "./operation-id";

type FreezeInput = Parameters<typeof freezeCard>[1];

export type FreezeIntent = {
  operationId: string;
  input: FreezeInput;
  /** When the card was last read before the intent was formed. */
  readAt: string;
};

/**
 * The intent of a press. An unanswered one pressed again keeps its operation id, so that it is carried out once. After a
 * later reading of the card the same press is a new intent: a colleague may have undone the first one, and its stored
 * answer must not stand in for a new freeze.
 */
export function freezeIntent(
  unanswered: FreezeIntent | null,
  input: FreezeInput,
  readAt: string,
): FreezeIntent {
  const isSame = unanswered?.input.freeze === input.freeze && readAt <= unanswered.readAt;
  return isSame ? unanswered : { operationId: newOperationId(), input, readAt };
}
