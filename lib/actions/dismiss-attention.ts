"use server";

import { z } from "zod";
import { pool } from "@/lib/db/database";
import { parseAttentionKey, REASON_LIMIT } from "@/lib/domain/attention";
import { success } from "@/lib/domain/result";
import { AttentionKey } from "./attention-key";
import { defineAction } from "./define-action";
import { freeText } from "./free-text";

/** Lays an item of the overview aside, for everyone. It comes back when it happens anew. */
export const dismissAttention = defineAction({
  permission: "cards.note",
  input: z.object({
    key: AttentionKey,
    reason: freeText(REASON_LIMIT),
  }),
  action: "attention.dismiss",
  target: ({ key }) => parseAttentionKey(key)?.subject ?? null,
  async run({ input, actor }) {
    await (await pool()).query(
      "insert into dismissals (key, reason, person_id) values ($1, $2, $3) on conflict (key) do nothing",
      [input.key, input.reason, actor.id],
    );
    return success({});
  },
  changes: () => ["attention"],
});
