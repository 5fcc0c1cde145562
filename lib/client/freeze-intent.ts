import type { freezeCard } from "@/lib/actions/freeze-card";
import type { StatusSnapshot } from "@/lib/domain/cards/card-status";
import { newOperationId } from "./operation-id";

type FreezeInput = Parameters<typeof freezeCard>[1];

export type FreezeIntent = {
  operationId: string;
  input: FreezeInput;
  /** When the card was last read: before the intent was created, or before its response was lost. */
  readAt: string;
};

/**
 * Retrying an intent that got no response keeps its operation ID, so that it runs once. If a later reading shows the
 * card in another status, the retry is a new intent: a colleague may have undone the first one, and its stored result
 * must not be returned for a new freeze.
 */
export function freezeIntent(
  unresolved: FreezeIntent | null,
  input: FreezeInput,
  { status, readAt }: StatusSnapshot,
): FreezeIntent {
  const targetStatus = input.freeze ? "FROZEN" : "ACTIVE";
  const isSame =
    unresolved?.input.freeze === input.freeze && (readAt <= unresolved.readAt || status === targetStatus);
  return isSame ? unresolved : { operationId: newOperationId(), input, readAt };
}
