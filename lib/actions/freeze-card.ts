"use server";

import { z } from "zod";
import { CardId } from "@/lib/contract/card";
import { issuer } from "@/lib/issuer/issuer";
import { asFrozen, changeCard } from "./card-action";
import { defineAction } from "./define-action";

export const freezeCard = defineAction({
  permission: "cards.freeze",
  input: z.object({ cardId: CardId, freeze: z.boolean() }),
  audit: ({ cardId, freeze }) => ({ action: freeze ? "card.freeze" : "card.unfreeze", target: cardId }),
  changes: ({ cardId }) => ["cards", `card:${cardId}`],
  run: ({ input, trace }) =>
    changeCard(input.cardId, trace, {
      send: () => issuer().freezeCard(input.cardId, input.freeze),
      expected: asFrozen(input.freeze),
    }),
});
