"use server";

import { z } from "zod";
import { discardDraft as remove } from "@/lib/db/drafts";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";

export const discardDraft = defineAction({
  permission: "cards.create",
  confirmation: "none",
  audited: false,
  input: z.object({ draftId: OwnId }),
  action: "draft.discard",
  target: () => null,
  async run({ input, actor }) {
    await remove(input.draftId, actor.id);
    return success(null);
  },
});
