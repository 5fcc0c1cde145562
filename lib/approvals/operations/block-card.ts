import "server-only";
import { governed } from "@/lib/approvals/approval-rule";
import { recordSending, storeEvidence } from "@/lib/audit/operations";
import { asBlocked, changeCard } from "@/lib/card-index/change-card";
import { BlockCardRequest } from "@/lib/contract/block-card";
import { CardId } from "@/lib/contract/card";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { issuer } from "@/lib/issuer/issuer";
import { cardTitle, readCardState } from "./card-state";

/** Permanent: a card can't be unblocked. */
export const blockCardOperation = governed({
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
  approval: {
    kind: "block",
    isNeeded: () => true,
    readState: ({ cardId }, options) => readCardState(cardId, options),
    review: ({ reason }, state) => ({
      title: cardTitle("Block", state),
      subject: state.Cardholder ?? null,
      consequences: [
        "This is permanent: a blocked card can’t be unblocked.",
        "Every future purchase with this card is declined (code R8).",
      ],
      changes: [
        { name: "Status", before: state.Status ?? null, after: "Blocked" },
        { name: "Reason", before: state.Reason ?? null, after: reason },
      ],
      facts: [],
    }),
  },
});
