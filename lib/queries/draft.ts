import "server-only";
import { z } from "zod";
import { findDraft, listUnfinishedDrafts } from "@/lib/db/drafts";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineQuery } from "./define-query";

/** Null if there is no such draft, or it belongs to another person. */
export const getDraft = defineQuery({
  name: "a draft",
  permission: "cards.create",
  input: z.object({ draftId: OwnId }),
  run: async ({ input, actor }) => success(await findDraft(input.draftId, actor.id)),
});

export const getUnfinishedDrafts = defineQuery({
  name: "unfinished drafts",
  permission: "cards.create",
  input: z.object({}),
  run: async ({ actor }) => success(await listUnfinishedDrafts(actor.id)),
});
