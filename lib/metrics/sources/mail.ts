import "server-only";
import { METRICS } from "@/lib/metrics/metric-table";
import { type Source, sample, timestamp } from "./source";

const { state: STATES } = METRICS.cardwell_mails.labels;

export const mailSource: Source = {
  name: "mail",
  metrics: ["cardwell_mails", "cardwell_mail_oldest_waiting_timestamp_seconds"],
  async read(db) {
    const { rows } = await db.query<{ state: string; count: number; oldest: Date }>(
      `select state, count(*)::int as count, min(created_at) as oldest from mails
       where state in ('waiting', 'sending', 'unconfirmed', 'failed') group by state`,
    );
    const byState = new Map(rows.map((row) => [row.state, row]));
    return [
      ...STATES.map((state) => sample("cardwell_mails", { state }, byState.get(state)?.count ?? 0)),
      ...timestamp("cardwell_mail_oldest_waiting_timestamp_seconds", {}, byState.get("waiting")?.oldest),
    ];
  },
};
