import "server-only";
import type { z } from "zod";
import { governed } from "@/lib/approvals/approval-rule";
import { recordSending, storeEvidence } from "@/lib/audit/operations";
import type { OperationContext } from "@/lib/audit/run-operation";
import { asBlocked, type CardChange, changeCard } from "@/lib/card-index/change-card";
import { BlockCardRequest } from "@/lib/contract/block-card";
import { type CardDetail, CardId } from "@/lib/contract/card";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { issuer } from "@/lib/issuer/issuer";
import { cardTitle, readCardState } from "./card-state";

/** Masked instead of rejected: an invalid reason must not delay the block of a stolen card. */
export const BlockReasonInput = BlockCardRequest.shape.reason.transform(maskCardSecrets);

const BlockInput = BlockCardRequest.extend({ cardId: CardId, reason: BlockReasonInput });
export type BlockInput = z.output<typeof BlockInput>;

/** Permanent: a card can't be unblocked. */
export const blockCardOperation = governed({
  input: BlockInput,
  action: "card.block",
  target: ({ cardId }) => cardId,
  topics: ({ cardId }) => ["cards", `card:${cardId}`],
  run: (context) => block(context),
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

/**
 * One of many: the issuer would replace the reason of a card that a colleague blocked since the run was planned, and
 * four digits may name another card by now. So a card that can't be read is tried again later, unless the issuer's
 * answer breaks the contract, which it will again: then only a card that was named by its ID is blocked.
 */
export const blockCardOfRunOperation = {
  ...blockCardOperation,
  run: (context: OperationContext<BlockInput & { lastFour: string | null }>) =>
    block(context, {
      isUrgent: ({ kind }) => kind === "broken-contract" && context.input.lastFour === null,
      async findRejection(before) {
        const message = findObstacle(before, context.input.lastFour);
        const { requestId } = context.request;
        return message === null ? null : { code: "refused", message, requestId, retry: "never" };
      },
    }),
};

function findObstacle({ status, lastFour }: CardDetail, namedBy: string | null): string | null {
  if (status === "BLOCKED") return "The card was blocked in the meantime. Its reason was kept.";
  if (namedBy !== null && namedBy !== lastFour)
    return `The card no longer ends in ${namedBy}, so it may not be the one you meant. It wasn’t blocked.`;
  return null;
}

function block(
  { input, operationId, trace }: OperationContext<BlockInput>,
  conditions: Pick<CardChange, "isUrgent" | "findRejection"> = { isUrgent: true },
) {
  return changeCard(input.cardId, trace, {
    ...conditions,
    beforeSending: (before) => storeEvidence(operationId, { input, before }),
    send: () => issuer().blockCard(input.cardId, input.reason, () => recordSending(operationId)),
    expected: asBlocked(input.reason),
  });
}
