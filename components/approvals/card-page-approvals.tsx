import { ActionButton } from "@/components/ui/buttons/action-button";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { Panel } from "@/components/ui/panel";
import { DateTime } from "@/components/ui/values/date-time";
import { withdrawRequest } from "@/lib/actions/withdraw-request";
import type { ApprovalDetail } from "@/lib/domain/approvals/approval-request";
import { ApprovalReview } from "./approval-review";
import { DecisionForm } from "./decision-form";
import { joinNames } from "./join-names";
import { UNREADABLE_REQUEST } from "./unreadable-request";

type CardPageApprovalsProps = {
  requests: readonly ApprovalDetail[];
  /** The role can open the request's own page. */
  canOpen: boolean;
};

/** Requests that wait for a second person, on the page of their card. */
export function CardPageApprovals({ requests, canOpen }: CardPageApprovalsProps) {
  return requests.map((request) => (
    <Panel
      key={request.id}
      title={`Waiting for approval: ${request.title ?? UNREADABLE_REQUEST}`}
      lead={
        <>
          Requested by {request.isMine ? "you" : request.requester}, <DateTime value={request.requestedAt} />.
          Expires <DateTime value={request.expiresAt} />.{" "}
          {!request.canDecide && <WhoApproves names={request.approvers} />}
        </>
      }
      action={
        canOpen && (
          <div className="flex flex-wrap gap-2">
            {request.isMine && <WithdrawButton requestId={request.id} />}
            <LinkButton size="small" href={`/approvals/${request.id}`}>
              Open
            </LinkButton>
          </div>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <ApprovalReview request={request} />
        {request.canDecide && <DecisionForm request={request} />}
      </div>
    </Panel>
  ));
}

export function WhoApproves({ names }: { names: readonly string[] }) {
  return names.length === 0 ? "Nobody can approve it at the moment." : `${joinNames(names)} can approve it.`;
}

export function WithdrawButton({ requestId }: { requestId: string }) {
  return (
    <ActionButton
      size="small"
      action={withdrawRequest}
      input={{ requestId }}
      failedTitle="Couldn’t withdraw the request"
      successToast={{ title: "Request withdrawn" }}
    >
      Withdraw
    </ActionButton>
  );
}
