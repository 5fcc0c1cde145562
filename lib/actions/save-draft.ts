"use server";

import { z } from "zod";
import { CardApplication } from "@/lib/contract/card-application";
import { saveDraft as store } from "@/lib/db/drafts";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";

/**
 * Stores the draft encrypted, unless another tab saved a newer version. Not audited, because it runs at every pause in
 * typing.
 */
export const saveDraft = defineAction({
  permission: "cards.create",
  confirmation: "none",
  audited: false,
  input: z.object({
    draftId: OwnId,
    application: CardApplication,
    operationId: OwnId,
    /** The operation that ended without a card and is replaced by the new one. */
    replaces: OwnId.optional(),
    tabId: OwnId,
    /** The version that was edited; 0 before the first save. */
    basedOn: z.int().min(0),
  }),
  action: "draft.save",
  target: () => null,
  async run({ input: { draftId, ...save }, actor, request }) {
    const draft = await store({ id: draftId, personId: actor.id, ...save });
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
