"use server";

import { z } from "zod";
import { isReportAvailable } from "@/lib/domain/reports/report-calendar";
import { failure, success } from "@/lib/domain/result";
import { OwnId, RowNumber } from "@/lib/domain/text/own-id";
import { toIsoDate } from "@/lib/domain/time/calendar";
import { issuerNow } from "@/lib/issuer/issuer-now";
import { matchDelivery } from "@/lib/reports/match-delivery";
import { startReportWork } from "@/lib/reports/report-work";
import { findRequest } from "@/lib/reports/requests";
import { defineAction } from "./define-action";

/** A person chooses the request of a delivery that couldn't be matched automatically. */
export const matchWebhook = defineAction({
  permission: "webhooks.replay",
  confirmation: "none",
  input: z.object({ deliveryId: RowNumber, reportId: OwnId }),
  action: "webhook.match",
  target: ({ deliveryId }) => deliveryId,
  async run({ input: { deliveryId, reportId }, request: { requestId }, commit }) {
    const matched = await commit<object>(async (client) => {
      const { rows } = await client.query<{ id: string; eventId: string; body: string }>(
        `select id, event_id as "eventId", body from webhook_deliveries
         where id = $1 and verdict = 'accepted' and effect = 'unmatched' for update`,
        [deliveryId],
      );
      const request = await findRequest(client, reportId);
      if (request && !isReportAvailable(request.type, request.date, toIsoDate(issuerNow())))
        return failure({
          code: "conflict",
          message: "The issuer doesn’t have this report yet. Choose the report that the delivery belongs to.",
          requestId,
          retry: "never",
        });
      const effect = rows[0] && request ? (await matchDelivery(client, rows[0], request)).effect : "needless";
      if (effect === "matched") return success({});
      return failure({
        code: "conflict",
        message:
          effect === "failed"
            ? "This delivery can’t be decrypted with this server’s secrets. Nothing was changed."
            : "This delivery or report is already resolved. Nothing was changed.",
        requestId,
        retry: "never",
      });
    });
    if (matched.ok) startReportWork();
    return matched;
  },
  topics: ({ reportId }) => ["webhooks", "reports", `reports:${reportId}`],
});
