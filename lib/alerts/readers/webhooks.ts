import "server-only";
import type { Finding, Reader } from "@/lib/alerts/finding";
import { pool } from "@/lib/db/database";
import { formatCount } from "@/lib/domain/money/numbers";

export const webhooksReader: Reader = {
  conditions: ["webhooks-silent", "webhooks-forged"],
  async read() {
    const { rows } = await (await pool()).query<{ isSilent: boolean; rejected: number }>(
      `select exists (
                select from report_requests where state = 'requested' and state_since < now() - interval '1 hour'
              ) and coalesce((
                select greatest(received_at, repeated_at) < now() - interval '1 hour' from webhook_deliveries
                where verdict = 'accepted' order by id desc limit 1
              ), true) as "isSilent",
              (select count(*)::int from webhook_deliveries
               where verdict <> 'accepted' and received_at > now() - interval '15 minutes') as rejected`,
    );
    const findings: Finding[] = [];
    if (rows[0]?.isSilent)
      findings.push({
        condition: "webhooks-silent",
        subject: "",
        detail: "A report was requested over an hour ago, and no webhook has arrived for an hour.",
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
