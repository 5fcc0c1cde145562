import { Callout } from "@/components/ui/callout";
import { DateTime } from "@/components/ui/date-time";
import { LinkButton } from "@/components/ui/link-button";
import { formatCount } from "@/lib/domain/numbers";

type SilenceProps = { silence: { reports: number; since: string }; seesWebhooks: boolean };

/** Reports were asked for and nothing has come: the webhook's address or its secret is the usual reason. */
export function SilenceCallout({ silence: { reports, since }, seesWebhooks }: SilenceProps) {
  return (
    <Callout
      tone="warn"
      title="No webhook events for reports"
      className="mb-4"
      detail="Check the webhook URL and secret with the issuer. It’s safe to request the reports again."
      action={
        seesWebhooks && (
          <LinkButton size="small" href="/webhooks">
            View webhooks
          </LinkButton>
        )
      }
    >
      {silenceWords(reports)} since <DateTime value={since} />, and no webhook event has arrived.
    </Callout>
  );
}

export function silenceWords(reports: number): string {
  return `${formatCount(reports)} ${reports === 1 ? "report has" : "reports have"} been requested`;
}
