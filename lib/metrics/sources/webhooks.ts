import "server-only";
import { readWebhookTimes } from "@/lib/reports/read-webhook-times";
import { type Source, sample, timestamp } from "./source";

export const webhooksSource: Source = {
  name: "webhooks",
  metrics: [
    "cardwell_webhook_last_accepted_timestamp_seconds",
    "cardwell_webhook_awaited_since_timestamp_seconds",
    "cardwell_webhook_unprocessed",
  ],
  async read(db) {
    const { lastAcceptedAt, awaitedSince } = await readWebhookTimes(db);
    const { rows: waiting } = await db.query<{ count: number }>(
      `select count(*)::int as count from webhook_deliveries
       where verdict = 'accepted' and processed_at is null`,
    );
    return [
      ...timestamp("cardwell_webhook_last_accepted_timestamp_seconds", {}, lastAcceptedAt),
      ...timestamp("cardwell_webhook_awaited_since_timestamp_seconds", {}, awaitedSince),
      sample("cardwell_webhook_unprocessed", {}, waiting[0]?.count ?? 0),
    ];
  },
};
