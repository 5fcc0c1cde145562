import { Timeline } from "@/components/ui/timeline";
import { DateTime } from "@/components/ui/values/date-time";
import type { SignOff } from "@/lib/domain/reconciliation/sign-off";

export function EarlierSignOffs({ signOffs }: { signOffs: readonly SignOff[] }) {
  return (
    <Timeline
      label="Earlier sign-offs"
      entries={signOffs.map(({ id, person, secondPerson, signedAt, reopened }) => ({
        id,
        title: `Signed off by ${secondPerson ? `${person} and ${secondPerson}` : person}`,
        detail: <DateTime value={signedAt} style="full" />,
        body: reopened && (
          <>
            Ended by {reopened.by}, <DateTime value={reopened.at} style="full" />: {reopened.reason}
          </>
        ),
        tone: "neutral",
        shape: "back",
      }))}
    />
  );
}
