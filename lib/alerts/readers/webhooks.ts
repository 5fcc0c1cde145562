import "server-only";
import type { Finding, Reader } from "@/lib/alerts/finding";
import { pool } from "@/lib/db/database";
import { formatCount } from "@/lib/domain/money/numbers";
import { readWebhookTimes } from "@/lib/reports/read-webhook-times";

const MAX_WAIT_MS = 3_600_000;

export const webhooksReader: Reader = {
  conditions: ["webhooks-silent", "webhooks-forged"],
  async read(now) {
    const db = await pool();
    const { awaitedSince } = await readWebhookTimes(db);
    // The same delivery, rejected again, is counted in its first row of that day.
    const { rows } = await db.query<{ rejected: number }>(
      `select count(*)::int as rejected from webhook_deliveries
       where verdict <> 'accepted' and received_at > now() - interval '25 hours'
         and greatest(received_at, repeated_at) > now() - interval '15 minutes'`,
    );
    const findings: Finding[] = [];
    if (awaitedSince && now.getTime() - awaitedSince.getTime() > MAX_WAIT_MS)
      findings.push({
        condition: "webhooks-silent",
        subject: "",
        detail: "A report was requested over an hour ago, and no webhook has arrived since.",
      });
    const rejected = rows[0]?.rejected ?? 0;
    if (rejected > 0)
      findings.push({
        condition: "webhooks-forged",
        subject: "",
        detail: `${formatCount(rejected)} ${rejected === 1 ? "delivery was" : "deliveries were"} rejected in the last 15 minutes.`,
      });
    return findings;
  },
};
