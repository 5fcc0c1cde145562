import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { cookies } from "next/headers";
import { z } from "zod";
import { findDraft, listUnfinishedDrafts, type StoredDraft } from "@/lib/db/drafts";
import { DRAFT_BEING_SAVED_COOKIE } from "@/lib/domain/cards/new-card-links";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineQuery } from "./define-query";

/** Null if there is no such draft, or it belongs to another person. */
export const getDraft = defineQuery({
  name: "a draft",
  permission: "cards.create",
  input: z.object({ draftId: OwnId }),
  run: async ({ input, actor }) => success(await findSavedDraft(input.draftId, actor.id)),
});

const MAX_SAVE_MS = 1_500;

/** After a reload during a save, waits for that save. */
async function findSavedDraft(draftId: string, personId: string): Promise<StoredDraft | null> {
  const [savedId, basedOn] = (await cookies()).get(DRAFT_BEING_SAVED_COOKIE)?.value.split(".") ?? [];
  const deadline = performance.now() + MAX_SAVE_MS;
  for (;;) {
    const draft = await findDraft(draftId, personId);
    const isBeingSaved = savedId === draftId && (draft?.version ?? 0) <= Number(basedOn);
    if (!isBeingSaved || performance.now() > deadline) return draft;
    await pause(50);
  }
}

export const getUnfinishedDrafts = defineQuery({
  name: "unfinished drafts",
  permission: "cards.create",
  input: z.object({}),
  run: async ({ actor }) => success(await listUnfinishedDrafts(actor.id)),
});
