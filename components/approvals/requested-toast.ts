import type { ToastMessage } from "@/lib/client/toast";
import type { ApprovalRequested } from "@/lib/domain/approvals/approval-note";

export function requestedToast(
  { approvalRequested: { id } }: ApprovalRequested,
  alreadyDone = "",
): ToastMessage {
  return {
    title: "Approval requested",
    detail: `${alreadyDone} You’ll be notified of the outcome.`.trimStart(),
    tone: "good",
    action: { label: "View", href: `/approvals/${id}` },
  };
}
