"use server";

import { z } from "zod";
import { recordSending, storeEvidence } from "@/lib/audit/operations";
import { CardId } from "@/lib/contract/card";
import { withoutCardNumber } from "@/lib/contract/card-numbers";
import { ReissueCardRequest } from "@/lib/contract/reissue-card";
import { REISSUE_CAUSES } from "@/lib/domain/cards/renewal";
import { issuer } from "@/lib/issuer/issuer";
import { asReissued, changeCard } from "./card-action";
import { defineAction } from "./define-action";

/** Never retried: if no response arrives, a job resolves the outcome (lib/jobs/resolve-operations.ts). */
export const reissueCard = defineAction({
  permission: "cards.reissue",
  confirmation: "recent",
  input: z.object({
    cardId: CardId,
    request: ReissueCardRequest.check(withoutCardNumber),
    /** For the audit log only; not sent to the issuer. */
    cause: z.enum(REISSUE_CAUSES).optional(),
  }),
  action: "card.reissue",
  target: ({ cardId }) => cardId,
  isExclusive: true,
  topics: ({ cardId }) => ["cards", `card:${cardId}`],
  run: ({ input, operationId, trace }) =>
    changeCard(input.cardId, trace, {
      isUrgent: false,
      beforeSending: (before) => storeEvidence(operationId, { input, before }),
      send: () => issuer().reissueCard(input.cardId, input.request, () => recordSending(operationId)),
      expected: asReissued,
    }),
});
