"use server";

import { z } from "zod";
import { recordSending, storeEvidence, type Trace } from "@/lib/audit/operations";
import { findFreezeNote } from "@/lib/card-index/freeze-note";
import { findStatusChange, findStatusSince } from "@/lib/card-index/status-change";
import { type CardDetail, CardId } from "@/lib/contract/card";
import { isFraudReason } from "@/lib/domain/block-reason";
import { statusChangeWords } from "@/lib/domain/card-status";
import { type AppError, failure, type Result } from "@/lib/domain/result";
import { issuer } from "@/lib/issuer/issuer";
import { FRAUD_BLOCK } from "@/lib/issuer/messages";
import { asFrozen, type ConfirmedCard, changeCard } from "./card-action";
import { defineAction } from "./define-action";

/** What the person's screen showed when they decided. */
const Seen = z.object({
  status: z.string().max(64),
  readAt: z.iso.datetime(),
  noteId: z.uuid().optional(),
});

/** A freeze does no harm to a card that is frozen already; an unfreeze must name the freeze that it ends. */
const Input = z.discriminatedUnion("freeze", [
  z.object({ cardId: CardId, freeze: z.literal(true) }),
  z.object({ cardId: CardId, freeze: z.literal(false), seen: Seen }),
]);

export const freezeCard = defineAction({
  permission: "cards.freeze",
  input: Input,
  action: "card.freeze",
  actionOf: ({ freeze }) => (freeze ? "card.freeze" : "card.unfreeze"),
  target: ({ cardId }) => cardId,
  changes: ({ cardId }) => ["cards", `card:${cardId}`],
  async run({ input, actor, request, operationId, trace }) {
    const { requestId } = request;
    const changed = await changeCard(input.cardId, trace, {
      isUrgent: input.freeze,
      async refuse(before) {
        if (before.status === "BLOCKED") return refusal("refused", blockedWords(before), requestId);
        return input.freeze ? null : findOutdated(before, input.seen, { viewerId: actor.id, requestId });
      },
      beforeSending: (before) => storeEvidence(operationId, { input, before }),
      send: () => issuer().freezeCard(input.cardId, input.freeze, () => recordSending(operationId)),
      expected: asFrozen(input.freeze),
    });
    return judgeEffect(changed, trace, requestId);
  },
});

type Viewer = { viewerId: string; requestId: string };

/** What has happened to the card since the person saw it, or was noted and not seen: a reason not to unfreeze it. */
async function findOutdated(
  card: CardDetail,
  seen: z.infer<typeof Seen>,
  { viewerId, requestId }: Viewer,
): Promise<AppError | null> {
  const { id, status } = card;
  const [since, change] = await Promise.all([
    findStatusSince(id, status),
    findStatusChange(id, status, viewerId),
  ]);
  const isAsSeen = status === "FROZEN" && seen.status === status && (since === null || since <= seen.readAt);
  if (isAsSeen) {
    const note = await findFreezeNote(card, { since, change }, viewerId);
    if (!note || note.isYours || note.id === seen.noteId) return null;
    const unread = `Read ${note.person}’s note before you unfreeze this card. Nothing was changed.`;
    return refusal("conflict", unread, requestId);
  }
  const what = change
    ? statusChangeWords(status, change, { card: "this card", time: utcTime(change.at) })
    : `This card is now ${status.toLowerCase()}`;
  return refusal("conflict", `${what}. Nothing was changed.`, requestId);
}

/** The issuer accepts a freeze of a card that was blocked meanwhile, and leaves it blocked. */
function judgeEffect(changed: Result<ConfirmedCard>, trace: Trace, requestId: string): Result<ConfirmedCard> {
  if (!changed.ok) return changed;
  const { card, previousStatus } = changed.data;
  if (card?.status === "BLOCKED") return failure(refusal("refused", STAYS_BLOCKED, requestId));
  if (card && card.status === previousStatus)
    trace.message ??= `The card was already ${card.status.toLowerCase()}.`;
  return changed;
}

function blockedWords({ statusReason }: CardDetail): string {
  if (statusReason && isFraudReason(statusReason)) return FRAUD_BLOCK;
  return "The card is permanently blocked and can’t be frozen or unfrozen. Nothing was changed.";
}

const STAYS_BLOCKED = "The card has since been permanently blocked and stays blocked.";

function refusal(code: "refused" | "conflict", message: string, requestId: string): AppError {
  return { code, message, requestId, retry: "never" };
}

function utcTime(at: string): string {
  return `${at.slice(11, 19)} UTC`;
}
