import { LinkButton } from "@/components/ui/buttons/link-button";
import { Callout } from "@/components/ui/messages/callout";
import { DateTime } from "@/components/ui/values/date-time";
import { formatCount } from "@/lib/domain/money/numbers";

type MissingWebhooksCalloutProps = {
  overdueReports: { reports: number; since: string };
  canReadWebhooks: boolean;
};

/** Reports were requested but no webhook arrived, usually because of a wrong URL or secret. */
export function MissingWebhooksCallout({
  overdueReports: { reports, since },
  canReadWebhooks,
}: MissingWebhooksCalloutProps) {
  return (
    <Callout
      tone="warn"
      title="No webhook events for reports"
      className="mb-4"
      detail="Check the webhook URL and secret with the issuer. It’s safe to request the reports again."
      action={
        canReadWebhooks && (
          <LinkButton size="small" href="/webhooks">
            View webhooks
          </LinkButton>
        )
      }
    >
      {requestedReportsText(reports)} since <DateTime value={since} />, and no webhook event has arrived.
    </Callout>
  );
}

export function requestedReportsText(reports: number): string {
  return `${formatCount(reports)} ${reports === 1 ? "report has" : "reports have"} been requested`;
}
