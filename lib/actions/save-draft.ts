"use server";

import { z } from "zod";
import { CardApplication } from "@/lib/contract/card-application";
import { saveDraft as keep } from "@/lib/db/drafts";
import { OwnId } from "@/lib/domain/own-id";
import { failure, success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

/**
 * Keeps what someone has typed of a new card, sealed, unless another tab saved a newer version. Quiet: it happens with
 * every pause in typing.
 */
export const saveDraft = defineAction({
  permission: "cards.create",
  audited: false,
  input: z.object({
    draftId: OwnId,
    application: CardApplication,
    operationId: OwnId,
    /** An intent that ended without a card, in whose place the new one stands. */
    replaces: OwnId.optional(),
    tabId: OwnId,
    /** The version that was changed; 0 before the first save. */
    basedOn: z.int().min(0),
  }),
  action: "draft.save",
  target: () => null,
  async run({ input: { draftId, ...save }, actor, request }) {
    const draft = await keep({ id: draftId, personId: actor.id, ...save });
    if (!draft)
      return failure({
        code: "conflict",
        message: "This draft belongs to another person. Start a new draft.",
        requestId: request.requestId,
        retry: "never",
      });
    const { operationId, savedAt, version, outcome, isStale } = draft;
    return success({ operationId, savedAt, version, outcome, isStale });
  },
});
