import { SignOffBadge } from "@/components/reconciliation/period-state";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Callout } from "@/components/ui/messages/callout";
import { Panel } from "@/components/ui/panel";
import { DateTime } from "@/components/ui/values/date-time";
import type { ApprovalDetail } from "@/lib/domain/approvals/approval-request";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import { leftOfDays, openPointsOf } from "@/lib/domain/reconciliation/open-points";
import { type Period, periodName, periodText } from "@/lib/domain/reconciliation/period";
import type { SignOff, SignOffEvidence } from "@/lib/domain/reconciliation/sign-off";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { EarlierSignOffs } from "./earlier-sign-offs";
import { EvidenceDetails } from "./evidence-details";
import { ReopenButton } from "./reopen-button";
import { SignOffButton } from "./sign-off-button";
import { SignOffChanges } from "./sign-off-changes";
import { SignOffDaysButton } from "./sign-off-days-button";
import { WaitingSignOff } from "./waiting-sign-off";

type SignOffPanelProps = {
  period: Period;
  /** From `getSignOff`. */
  signOff: {
    current: SignOff | null;
    earlier: readonly SignOff[];
    evidence: SignOffEvidence;
    seen: string;
    obstacle: string | null;
    reopenObstacle: string | null;
    signableDays: readonly IsoDate[];
    need: ApprovalNeed | null;
    waiting: ApprovalDetail | null;
    canSign: boolean;
    canDownload: boolean;
  };
};

/** Who signed off a day or a month, over what, and what changed since. */
export function SignOffPanel({ period, signOff }: SignOffPanelProps) {
  const { current, earlier, evidence, seen, obstacle, reopenObstacle, signableDays, need, waiting } = signOff;
  const isOffered = signOff.canSign && !waiting && (!current || current.stale !== null);
  return (
    <Panel
      title="Sign-off"
      lead={current ? <SignedBy signOff={current} /> : `${periodName(period)} isn’t signed off.`}
      action={
        <div className="flex flex-wrap gap-2">
          {period.kind === "month" && signOff.canDownload && (
            <LinkButton
              href={`/api/reconciliation/close-pack?month=${periodText(period)}`}
              prefetch={false}
              download={`close-pack-${periodText(period)}.zip`}
            >
              Download close pack
            </LinkButton>
          )}
          {signOff.canSign && current && (
            <ReopenButton
              period={periodText(period)}
              name={periodName(period)}
              unavailable={reopenObstacle ?? undefined}
            />
          )}
          {signOff.canSign && signableDays.length > 0 && (
            <SignOffDaysButton
              month={periodText(period)}
              seen={seen}
              days={signableDays}
              points={openPointsOf(leftOfDays(evidence, signableDays))}
            />
          )}
          {isOffered && signableDays.length === 0 && (
            <SignOffButton
              period={periodText(period)}
              name={periodName(period)}
              seen={seen}
              points={openPointsOf(evidence)}
              need={need ?? undefined}
              isAgain={current !== null}
              unavailable={obstacle ?? undefined}
            />
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {current?.stale && (
          <Callout
            tone="warn"
            title="Changed since the sign-off"
            detail={
              <>
                First noticed <DateTime value={current.stale.since} />.
              </>
            }
          >
            <SignOffChanges changes={current.stale.changes} />
          </Callout>
        )}
        {waiting && <WaitingSignOff request={waiting} />}
        {isOffered && obstacle && <p className="text-ink-2">{obstacle}</p>}
        {signOff.canSign && current && reopenObstacle && <p className="text-ink-2">{reopenObstacle}</p>}
        <EvidenceDetails evidence={current?.evidence ?? evidence} isSigned={current !== null} />
        {earlier.length > 0 && <EarlierSignOffs signOffs={earlier} />}
      </div>
    </Panel>
  );
}

function SignedBy({ signOff: { person, secondPerson, signedAt, stale } }: { signOff: SignOff }) {
  return (
    <>
      <SignOffBadge state={stale ? "stale" : "signed"} /> by{" "}
      {secondPerson ? `${person} and ${secondPerson}` : person}, <DateTime value={signedAt} style="full" />
    </>
  );
}
