"use server";

import { BlockCardRequest } from "@/lib/contract/block-card";
import { CardId } from "@/lib/contract/card";
import { issuer } from "@/lib/issuer/issuer";
import { asBlocked, changeCard } from "./card-action";
import { defineAction } from "./define-action";

/** Final: there is no unblock. */
export const blockCard = defineAction({
  permission: "cards.block",
  input: BlockCardRequest.extend({ cardId: CardId }),
  audit: ({ cardId }) => ({ action: "card.block", target: cardId }),
  changes: ({ cardId }) => ["cards", `card:${cardId}`],
  run: ({ input, trace }) =>
    changeCard(input.cardId, trace, {
      send: () => issuer().blockCard(input.cardId, input.reason),
      expected: asBlocked(input.reason),
    }),
});
