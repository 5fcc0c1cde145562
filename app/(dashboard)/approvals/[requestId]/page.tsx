import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ApprovalOutcome } from "@/components/approvals/approval-outcome";
import { ApprovalReview } from "@/components/approvals/approval-review";
import { ApprovalStateBadge } from "@/components/approvals/approval-state-badge";
import { WhoApproves, WithdrawButton } from "@/components/approvals/card-page-approvals";
import { DecisionForm } from "@/components/approvals/decision-form";
import { UNREADABLE_REQUEST } from "@/components/approvals/unreadable-request";
import { Breadcrumb } from "@/components/layout/breadcrumb";
import { PageHeader } from "@/components/layout/page-header";
import { RefreshOn } from "@/components/layout/refresh-on";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Panel } from "@/components/ui/panel";
import { DateTime } from "@/components/ui/values/date-time";
import { getApproval } from "@/lib/queries/approvals";
import { definePage } from "@/lib/queries/define-page";

export const metadata: Metadata = { title: "Approval request" };

export default definePage({
  permission: "approvals.read",
  path: "/approvals/[requestId]",
  async render({ params, since }) {
    const found = await getApproval({ requestId: params.requestId ?? "" });
    if (!found.ok && ["not-found", "invalid"].includes(found.error.code)) notFound();
    if (!found.ok) return <ErrorState error={found.error} />;
    const request = found.data;
    const isWaiting = request.state === "waiting";
    return (
      <>
        <RefreshOn
          since={since}
          topics={[
            "approvals",
            ...(request.cardId && isWaiting ? [`card:${request.cardId}`] : []),
            ...(request.runId ? [`run:${request.runId}`] : []),
          ]}
        />
        <PageHeader
          breadcrumb={<Breadcrumb steps={[{ href: "/approvals", name: "Approvals" }]} />}
          title={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {request.title ?? UNREADABLE_REQUEST}
              <ApprovalStateBadge item={request} />
            </span>
          }
          lead={
            <>
              {request.subject && `${request.subject}. `}
              Requested by {request.isMine ? "you" : request.requester},{" "}
              <DateTime value={request.requestedAt} />.
              {isWaiting && (
                <>
                  {" "}
                  Expires <DateTime value={request.expiresAt} />.
                </>
              )}
            </>
          }
          actions={
            <>
              {isWaiting && request.isMine && <WithdrawButton requestId={request.id} />}
              {request.cardId && (
                <LinkButton size="small" href={`/cards/${encodeURIComponent(request.cardId)}`}>
                  View card
                </LinkButton>
              )}
              {request.runId && ["waiting", "approved", "emergency"].includes(request.state) && (
                <LinkButton size="small" href={`/bulk/${request.runId}`}>
                  View cards
                </LinkButton>
              )}
            </>
          }
        />
        <div className="flex max-w-2xl flex-col gap-5">
          <ApprovalOutcome request={request} />
          <Panel title="Request">
            <ApprovalReview request={request} />
          </Panel>
          {isWaiting && (
            <Panel title="Decision" lead={<WhoApproves names={request.approvers} />}>
              {request.canDecide ? (
                <DecisionForm request={request} />
              ) : (
                <p className="text-ink-2">
                  {request.isMine
                    ? "You can’t decide on your own request."
                    : "Your role can’t decide on this request."}
                </p>
              )}
            </Panel>
          )}
        </div>
      </>
    );
  },
});
