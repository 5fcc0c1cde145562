import { ResolveButton } from "@/components/overview/attention-buttons";
import { Callout } from "@/components/ui/messages/callout";
import { DateTime } from "@/components/ui/values/date-time";
import type { OpenOperation } from "@/lib/domain/cards/card-timeline";
import { actionLabel } from "@/lib/domain/people/action-labels";

/** A second request has no further effect. */
const REPEATABLE: ReadonlySet<string> = new Set(["card.freeze", "card.unfreeze", "card.block"]);

export function CardPageOpenOperations({
  operations,
  canResolve,
}: {
  operations: readonly OpenOperation[];
  canResolve: boolean;
}) {
  return operations.map(({ id, action, person, startedAt, needsManualResolution, isEvidenceUnreadable }) => (
    <Callout
      key={id}
      tone="warn"
      title="Outcome unknown"
      isAnnounced
      className="flex-wrap"
      action={
        needsManualResolution &&
        canResolve && <ResolveButton operationId={id} subject={`${actionLabel(action)} by ${person}`} />
      }
      detail={
        isEvidenceUnreadable
          ? "We can no longer decrypt this request, so we can’t look it up in the issuer’s records. Check with the issuer before you try again."
          : needsManualResolution
            ? "The issuer’s records are inconclusive. Check with the issuer before you try again."
            : `We’re checking the issuer’s records. The outcome will appear here automatically. ${
                REPEATABLE.has(action) ? "It’s safe to try again." : "Don’t try again until then."
              }`
      }
    >
      {actionLabel(action)} by {person}, <DateTime value={startedAt} style="full" />: the issuer didn’t
      respond, so the outcome isn’t known yet.
    </Callout>
  ));
}
