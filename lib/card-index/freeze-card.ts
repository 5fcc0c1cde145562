import "server-only";
import { z } from "zod";
import { recordSending, storeEvidence, type Trace } from "@/lib/audit/operations";
import type { OperationContext } from "@/lib/audit/run-operation";
import { asFrozen, type ConfirmedCard, changeCard } from "@/lib/card-index/change-card";
import { findFreezeNote } from "@/lib/card-index/status/freeze-note";
import { findStatusChange, findStatusSince } from "@/lib/card-index/status/status-change";
import { type CardDetail, CardId } from "@/lib/contract/card";
import { isFraudReason } from "@/lib/domain/cards/block-reason";
import { describeStatusChange, describeUnchanged } from "@/lib/domain/cards/card-status";
import { type AppError, failure, type Result } from "@/lib/domain/result";
import { issuer } from "@/lib/issuer/issuer";
import { FRAUD_BLOCK } from "@/lib/issuer/messages";

/** The status that the person saw when they decided. */
const SeenStatus = z.object({
  status: z.string().max(64),
  readAt: z.iso.datetime(),
  noteId: z.uuid().optional(),
});

/** Freezing a frozen card is harmless; an unfreeze must name the freeze that it ends. */
export const FreezeInput = z.discriminatedUnion("freeze", [
  z.object({ cardId: CardId, freeze: z.literal(true) }),
  z.object({ cardId: CardId, freeze: z.literal(false), seen: SeenStatus }),
]);

export type FreezeInput = z.output<typeof FreezeInput>;

/** One card by itself, or one of a run (lib/runs). */
export const freezeCardOperation = {
  input: FreezeInput,
  action: "card.freeze",
  actionOf: ({ freeze }: FreezeInput) => (freeze ? "card.freeze" : "card.unfreeze"),
  target: ({ cardId }: FreezeInput) => cardId,
  topics: ({ cardId }: FreezeInput) => ["cards", `card:${cardId}`],
  async run({ input, actor, request, operationId, trace }: OperationContext<FreezeInput>) {
    const { requestId } = request;
    const changed = await changeCard(input.cardId, trace, {
      isUrgent: input.freeze,
      async findRejection(before) {
        if (before.status === "BLOCKED") return rejection("refused", blockedMessage(before), requestId);
        return input.freeze ? null : findConflict(before, input.seen, { viewerId: actor.id, requestId });
      },
      beforeSending: (before) => storeEvidence(operationId, { input, before }),
      send: () => issuer().freezeCard(input.cardId, input.freeze, () => recordSending(operationId)),
      expected: asFrozen(input.freeze),
    });
    return checkEffect(changed, trace, requestId);
  },
};

type ViewerContext = { viewerId: string; requestId: string };

/** Rejects an unfreeze if the card has changed since the person saw it, or has a note they haven't seen. */
async function findConflict(
  card: CardDetail,
  seen: z.infer<typeof SeenStatus>,
  { viewerId, requestId }: ViewerContext,
): Promise<AppError | null> {
  const { id, status } = card;
  const [since, change] = await Promise.all([
    findStatusSince(id, status),
    findStatusChange(id, status, viewerId),
  ]);
  const isUnchanged =
    status === "FROZEN" && seen.status === status && (since === null || since <= seen.readAt);
  if (isUnchanged) {
    const note = await findFreezeNote(card, { since, change }, viewerId);
    if (!note || note.isYours || note.id === seen.noteId) return null;
    const unread = `Read ${note.person}’s note before you unfreeze this card. Nothing was changed.`;
    return rejection("conflict", unread, requestId);
  }
  const summary = change
    ? describeStatusChange(status, change, { card: "this card", time: utcTime(change.at) })
    : `This card is now ${status.toLowerCase()}`;
  return rejection("conflict", `${summary}. Nothing was changed.`, requestId);
}

/** The issuer accepts a freeze of a card that was blocked in the meantime, but the card stays blocked. */
function checkEffect(changed: Result<ConfirmedCard>, trace: Trace, requestId: string): Result<ConfirmedCard> {
  if (!changed.ok) return changed;
  const { card, previousStatus } = changed.data;
  if (card?.status === "BLOCKED") return failure(rejection("refused", BLOCKED_SINCE, requestId));
  if (card && card.status === previousStatus) trace.message ??= describeUnchanged(card.status);
  return changed;
}

function blockedMessage({ statusReason }: CardDetail): string {
  if (statusReason && isFraudReason(statusReason)) return FRAUD_BLOCK;
  return "The card is permanently blocked and can’t be frozen or unfrozen. Nothing was changed.";
}

const BLOCKED_SINCE = "The card has since been permanently blocked and stays blocked.";

function rejection(code: "refused" | "conflict", message: string, requestId: string): AppError {
  return { code, message, requestId, retry: "never" };
}

function utcTime(at: string): string {
  return `${at.slice(11, 19)} UTC`;
}
