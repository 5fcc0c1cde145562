"use server";

import { z } from "zod";
import { database } from "@/lib/db/database";
import { failure, success } from "@/lib/domain/result";
import { RowNumber } from "@/lib/domain/text/own-id";
import { startReportWork } from "@/lib/reports/report-work";
import { defineAction } from "./define-action";

/** Reprocesses a verified delivery. A report that is already stored doesn't change. */
export const reprocessWebhook = defineAction({
  permission: "webhooks.replay",
  confirmation: "none",
  input: z.object({ deliveryId: RowNumber }),
  action: "webhook.replay",
  target: ({ deliveryId }) => deliveryId,
  async run({ input: { deliveryId }, request: { requestId } }) {
    const { pool } = await database();
    const { rowCount } = await pool.query(
      `update webhook_deliveries set processed_at = null, effect = null, effect_message = null
       where id = $1 and verdict = 'accepted'`,
      [deliveryId],
    );
    if (!rowCount)
      return failure({
        code: "refused",
        message: "Only verified deliveries can be reprocessed.",
        requestId,
        retry: "never",
      });
    startReportWork();
    return success({});
  },
  topics: () => ["webhooks"],
});
