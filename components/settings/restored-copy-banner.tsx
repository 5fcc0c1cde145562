import { LinkButton } from "@/components/ui/buttons/link-button";
import { Callout } from "@/components/ui/messages/callout";
import { DateTime } from "@/components/ui/values/date-time";

type RestoredCopyBannerProps = { restoredAt: string; canActivate: boolean };

/** On every page, so that nobody waits for what the copy doesn't send. */
export function RestoredCopyBanner({ restoredAt, canActivate }: RestoredCopyBannerProps) {
  return (
    <Callout
      tone="warn"
      className="mb-5"
      action={canActivate && <LinkButton href="/settings/connection">Open settings</LinkButton>}
    >
      This is a copy, restored from a backup on <DateTime value={restoredAt} />. It sends no email, alerts, or
      report requests until an admin activates it.
    </Callout>
  );
}
