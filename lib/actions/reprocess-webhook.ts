"use server";

import { z } from "zod";
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
  async run({ input: { deliveryId }, request: { requestId }, commit }) {
    const reset = await commit<object>(async (client) => {
      const { rowCount } = await client.query(
        `update webhook_deliveries set processed_at = null, effect = null, effect_message = null
         where id = $1 and verdict = 'accepted'`,
        [deliveryId],
      );
      if (rowCount) return success({});
      const message = "Only verified deliveries can be reprocessed.";
      return failure({ code: "refused", message, requestId, retry: "never" });
    });
    if (reset.ok) startReportWork();
    return reset;
  },
  topics: () => ["webhooks"],
});
