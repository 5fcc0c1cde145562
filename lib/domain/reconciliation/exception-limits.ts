import type { ExceptionReason, ExceptionState } from "./exception";

export const NOTE_MAX_CHARACTERS = 500;
/** More are changed with "all that match". */
export const MAX_SELECTED = 500;

export function requiresReason(state: ExceptionState): boolean {
  return state === "explained" || state === "resolved";
}

export function requiresNote(reason: ExceptionReason | null): boolean {
  return reason === "other";
}
