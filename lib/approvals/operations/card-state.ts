import "server-only";
import type { ReadOptions, TargetState } from "@/lib/approvals/approval-rule";
import { findIndexedCard } from "@/lib/card-index/change-card";
import { readCard } from "@/lib/card-index/status/read-card";
import type { CardDetail } from "@/lib/contract/card";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import { toAppError } from "@/lib/issuer/to-app-error";

/** Without the available credit, which every purchase changes. */
function toState(card: CardDetail): TargetState {
  return {
    Status: statusText(card.status),
    Reason: card.statusReason || null,
    "Last four": card.lastFour,
    Cardholder: card.cardholderName,
    "Card name": card.cardName,
    Design: card.cardDesign,
    Type: card.cardType,
    "Customer ID": card.externalCustomerId,
  };
}

/** From the issuer. A request can be made with the indexed card while the issuer can't be read; an approval can't. */
export async function readCardState(
  cardId: string,
  { isFresh, requestId }: ReadOptions,
): Promise<Result<TargetState>> {
  const read = await readCard(cardId);
  const known = read.ok ? read.data : isFresh ? null : await findIndexedCard(cardId);
  if (!read.ok && (read.failure.kind === "not-found" || !known)) return failure(toAppError(read.failure));
  if (!known) return failure(notReadable(requestId));
  return known.status === "BLOCKED" ? failure(alreadyBlocked(requestId)) : success(toState(known));
}

export function cardTitle(verb: string, state: TargetState): string {
  return state["Last four"] ? `${verb} card •• ${state["Last four"]}` : `${verb} a card`;
}

function statusText(status: string): string {
  return status.charAt(0) + status.slice(1).toLowerCase();
}

function notReadable(requestId: string): AppError {
  return {
    code: "issuer-unavailable",
    message: "The card couldn’t be read. Try again.",
    requestId,
    retry: "safe",
  };
}

function alreadyBlocked(requestId: string): AppError {
  return {
    code: "refused",
    message: "This card is already blocked permanently.",
    requestId,
    retry: "never",
  };
}
