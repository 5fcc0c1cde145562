"use server";

import { z } from "zod";
import { discardDraft as remove } from "@/lib/db/drafts";
import { OwnId } from "@/lib/domain/own-id";
import { success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

export const discardDraft = defineAction({
  permission: "cards.create",
  audited: false,
  input: z.object({ draftId: OwnId }),
  action: "draft.discard",
  target: () => null,
  async run({ input, actor }) {
    await remove(input.draftId, actor.id);
    return success(null);
  },
});
