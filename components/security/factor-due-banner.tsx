import { LinkButton } from "@/components/ui/buttons/link-button";
import { Callout } from "@/components/ui/messages/callout";
import { DateTime } from "@/components/ui/values/date-time";

/** During the grace period. After it, only the enrollment opens. */
export function FactorDueBanner({ dueAt }: { dueAt: string }) {
  return (
    <Callout
      tone="warn"
      className="mb-5"
      action={<LinkButton href="/settings/security">Add second factor</LinkButton>}
    >
      Your role requires a second factor. Add one by <DateTime value={dueAt} />.
    </Callout>
  );
}
