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
      title="The issuer is silent"
      className="mb-4"
      detail="Check the webhook's address and secret at the issuer. Requesting again is safe."
      action={
        seesWebhooks && (
          <LinkButton size="small" href="/webhooks">
            Webhooks
          </LinkButton>
        )
      }
    >
      {silenceWords(reports)} since <DateTime value={since} />, and no event has come.
    </Callout>
  );
}

export function silenceWords(reports: number): string {
  return `${formatCount(reports)} ${reports === 1 ? "report has" : "reports have"} been asked for`;
}
