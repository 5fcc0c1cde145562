import type { ToastMessage } from "@/lib/client/toast";
import type { ApprovalRequested } from "@/lib/domain/approvals/approval-note";

export function requestedToast({ approvalRequested: { id } }: ApprovalRequested): ToastMessage {
  return {
    title: "Approval requested",
    detail: "You’ll be notified of the outcome.",
    tone: "good",
    action: { label: "View", href: `/approvals/${id}` },
  };
}
