"use server";

import { z } from "zod";
import { restoreDismissed } from "@/lib/card-index/dismissals";
import { parseAttentionKey } from "@/lib/domain/attention";
import { success } from "@/lib/domain/result";
import { AttentionKey } from "./attention-key";
import { defineAction } from "./define-action";

/** Brings back what was laid aside on the overview, with all that was dismissed together. It shows again if it still needs someone. */
export const restoreAttention = defineAction({
  permission: "cards.note",
  input: z.object({ key: AttentionKey }),
  action: "attention.restore",
  target: ({ key }) => parseAttentionKey(key)?.subject ?? null,
  async run({ input }) {
    await restoreDismissed(input.key);
    return success({});
  },
  changes: () => ["attention"],
});
