"use server";

import { keepEvidence, recordSending } from "@/lib/audit/operations";
import { BlockCardRequest } from "@/lib/contract/block-card";
import { CardId } from "@/lib/contract/card";
import { issuer } from "@/lib/issuer/issuer";
import { asBlocked, changeCard } from "./card-action";
import { defineAction } from "./define-action";

/** Final: there is no unblock. */
export const blockCard = defineAction({
  permission: "cards.block",
  input: BlockCardRequest.extend({ cardId: CardId }),
  action: "card.block",
  target: ({ cardId }) => cardId,
  changes: ({ cardId }) => ["cards", `card:${cardId}`],
  run: ({ input, operationId, trace }) =>
    changeCard(input.cardId, trace, {
      isUrgent: true,
      beforeSending: (before) => keepEvidence(operationId, { input, before }),
      send: () => issuer().blockCard(input.cardId, input.reason, () => recordSending(operationId)),
      expected: asBlocked(input.reason),
    }),
});
