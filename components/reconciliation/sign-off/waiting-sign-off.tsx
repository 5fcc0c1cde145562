import { ApprovalReview } from "@/components/approvals/approval-review";
import { WhoApproves } from "@/components/approvals/card-page-approvals";
import { DecisionForm } from "@/components/approvals/decision-form";
import { ActionButton } from "@/components/ui/buttons/action-button";
import { Callout } from "@/components/ui/messages/callout";
import { DateTime } from "@/components/ui/values/date-time";
import { decideSignOff } from "@/lib/actions/decide-sign-off";
import type { ApprovalDetail } from "@/lib/domain/approvals/approval-request";

/** A sign-off that waits for a second person. */
export function WaitingSignOff({ request }: { request: ApprovalDetail }) {
  return (
    <div className="flex flex-col gap-4">
      <Callout
        tone="accent"
        title="Waiting for a second person"
        action={
          request.isMine && (
            <ActionButton
              size="small"
              action={decideSignOff}
              input={{ decision: "withdraw", requestId: request.id }}
              failedTitle="Couldn’t withdraw the request"
              successToast={{ title: "Request withdrawn" }}
            >
              Withdraw
            </ActionButton>
          )
        }
      >
        Requested by {request.isMine ? "you" : request.requester}, <DateTime value={request.requestedAt} />.
        Expires <DateTime value={request.expiresAt} />.{" "}
        {!request.canDecide && <WhoApproves names={request.approvers} />}
      </Callout>
      {request.canDecide && (
        <>
          <ApprovalReview request={request} />
          <DecisionForm request={request} />
        </>
      )}
    </div>
  );
}
