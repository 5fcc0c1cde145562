import { SettleButton } from "@/components/overview/attention-buttons";
import { Callout } from "@/components/ui/callout";
import { DateTime } from "@/components/ui/date-time";
import { actionWords } from "@/lib/domain/action-words";
import type { OpenOperation } from "@/lib/domain/card-timeline";

/** Unknown is a state: it is said, with what is being done about it. */
export function CardPageOpenOperations({
  operations,
  maySettle,
}: {
  operations: readonly OpenOperation[];
  maySettle: boolean;
}) {
  return operations.map(({ id, action, person, begunAt, isLeftToPeople, isEvidenceUnreadable }) => (
    <Callout
      key={id}
      tone="warn"
      title="Outcome unknown"
      isAnnounced
      className="flex-wrap"
      action={
        isLeftToPeople &&
        maySettle && <SettleButton operationId={id} subject={`${actionWords(action)} by ${person}`} />
      }
      detail={
        isEvidenceUnreadable
          ? "What was sent can’t be opened anymore, so we can’t look for it in the issuer’s records. Ask the issuer before anyone does it again."
          : isLeftToPeople
            ? "The issuer’s records cannot tell. Ask the issuer before anyone does it again."
            : "The server is finding out by reading the issuer’s records. The outcome appears here by itself. Do not do it again meanwhile."
      }
    >
      {actionWords(action)} by {person}, <DateTime value={begunAt} style="full" />: the issuer did not answer,
      so nobody knows yet whether it happened.
    </Callout>
  ));
}
