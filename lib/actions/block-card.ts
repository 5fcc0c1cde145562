"use server";

import { recordSending, storeEvidence } from "@/lib/audit/operations";
import { BlockCardRequest } from "@/lib/contract/block-card";
import { CardId } from "@/lib/contract/card";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { issuer } from "@/lib/issuer/issuer";
import { asBlocked, changeCard } from "./card-action";
import { defineAction } from "./define-action";

/** Permanent: a card can't be unblocked. */
export const blockCard = defineAction({
  permission: "cards.block",
  confirmation: "recent",
  // Masked instead of rejected: an invalid reason must not delay the block of a stolen card.
  input: BlockCardRequest.extend({
    cardId: CardId,
    reason: BlockCardRequest.shape.reason.transform(maskCardSecrets),
  }),
  action: "card.block",
  target: ({ cardId }) => cardId,
  topics: ({ cardId }) => ["cards", `card:${cardId}`],
  run: ({ input, operationId, trace }) =>
    changeCard(input.cardId, trace, {
      isUrgent: true,
      beforeSending: (before) => storeEvidence(operationId, { input, before }),
      send: () => issuer().blockCard(input.cardId, input.reason, () => recordSending(operationId)),
      expected: asBlocked(input.reason),
    }),
});
