"use client";

import { useApprovalNote } from "@/components/approvals/use-approval-note";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { signOffPeriod } from "@/lib/actions/sign-off-period";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { isApprovalRequested } from "@/lib/domain/approvals/approval-note";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";

export type SignOffDialogProps = OpenDialog & {
  period: string;
  name: string;
  /** Identifies what the page shows. */
  seen: string;
  /** The exceptions that are left, in words. */
  left: string;
  /** Set while a second person must approve it. */
  need: ApprovalNeed | undefined;
};

export default function SignOffDialog(props: SignOffDialogProps) {
  const { open, onClose, period, name, seen, left, need } = props;
  const { send, isBusy, error } = useAction(signOffPeriod);
  const approval = useApprovalNote(need);
  const refresh = useRefresh();

  async function confirm() {
    const note = approval.take();
    if (note === null) return;
    const result = await send({ period, seen }, note);
    refresh();
    if (!result.ok) return;
    onClose();
    approval.clear();
    toast(
      isApprovalRequested(result.data)
        ? { title: "Approval requested", detail: "You’ll be notified of the outcome.", tone: "good" }
        : { title: `${name} signed off`, tone: "good" },
    );
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={`Sign off ${name}?`}
      description={`Your name is kept with the hashes of the files, the totals, and the exceptions that are left. ${left}`}
      confirmLabel={approval.label("Sign off")}
      busy={isBusy}
      fields={approval.fields}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
