import "server-only";
import { type Source, sample, timestamp } from "./source";

export const webhooksSource: Source = {
  name: "webhooks",
  metrics: ["cardwell_webhook_last_accepted_timestamp_seconds", "cardwell_webhook_unprocessed"],
  async read(db) {
    const { rows: newest } = await db.query<{ at: Date }>(
      `select greatest(received_at, repeated_at) as at from webhook_deliveries
       where verdict = 'accepted' order by id desc limit 1`,
    );
    const { rows: waiting } = await db.query<{ count: number }>(
      `select count(*)::int as count from webhook_deliveries
       where verdict = 'accepted' and processed_at is null`,
    );
    return [
      ...timestamp("cardwell_webhook_last_accepted_timestamp_seconds", {}, newest[0]?.at),
      sample("cardwell_webhook_unprocessed", {}, waiting[0]?.count ?? 0),
    ];
  },
};
