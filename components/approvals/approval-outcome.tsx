import { Callout } from "@/components/ui/messages/callout";
import type { Tone } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import type { ApprovalItem } from "@/lib/domain/approvals/approval-request";

/** What became of a request; nothing while it waits. */
export function ApprovalOutcome({ request }: { request: ApprovalItem }) {
  const { state, decision, outcome } = request;
  if (state === "waiting") return null;
  return (
    <Callout
      tone={toneOf(request)}
      title={titleOf(request)}
      isAnnounced
      detail={
        decision && (
          <>
            <DateTime value={decision.at} style="full" />
            {decision.isSameDevice &&
              ". Approved in the requester’s browser, or one like it at the same address, which was acknowledged."}
          </>
        )
      }
    >
      {decision?.comment && <p className="wrap-anywhere">{decision.comment}</p>}
      {outcome?.message && <p>{outcome.message}</p>}
      {!outcome && (state === "approved" || state === "emergency") && (
        <p>The outcome isn’t known yet. It will appear here automatically.</p>
      )}
      {(state === "declined" || state === "withdrawn" || state === "expired") && (
        <p>It wasn’t carried out.</p>
      )}
    </Callout>
  );
}

function toneOf({ state, outcome }: ApprovalItem): Tone {
  if (state === "emergency") return "warn";
  if (state === "approved") return outcome ? (outcome.is === "succeeded" ? "good" : "bad") : "warn";
  return state === "declined" ? "bad" : "neutral";
}

function titleOf({ state, decision, outcome, requester, runId }: ApprovalItem): string {
  const by = decision?.by ? ` by ${decision.by}` : "";
  if (state === "approved" && outcome)
    return outcome.is === "succeeded"
      ? `Approved${by}, and ${runId ? "started" : "done"}`
      : `Approved${by}, but it failed`;
  if (state === "emergency" && outcome?.is === "failed")
    return `${requester} acted without a second person, but it failed`;
  return {
    waiting: "Waiting",
    approved: `Approved${by}`,
    declined: `Declined${by}`,
    withdrawn: `Withdrawn${by}`,
    expired: "Expired without a decision",
    void: "Void",
    emergency: `${requester} acted without a second person`,
  }[state];
}
