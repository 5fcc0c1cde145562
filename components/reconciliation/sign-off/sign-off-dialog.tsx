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
import { type OpenPoint, openText } from "@/lib/domain/reconciliation/open-points";
import { OpenPointsFields } from "./open-points-fields";
import { useAcknowledgement } from "./use-acknowledgement";

export type SignOffDialogProps = OpenDialog & {
  period: string;
  name: string;
  /** Identifies what the page shows. */
  seen: string;
  points: readonly OpenPoint[];
  /** Set while a second person must approve it. */
  need: ApprovalNeed | undefined;
};

export default function SignOffDialog(props: SignOffDialogProps) {
  const { open, onClose, period, name, seen, points, need } = props;
  const { send, isBusy, error } = useAction(signOffPeriod);
  const approval = useApprovalNote(need);
  const acknowledgement = useAcknowledgement(points);
  const refresh = useRefresh();

  function close() {
    acknowledgement.clear();
    onClose();
  }

  async function confirm() {
    const note = approval.take();
    const acknowledged = acknowledgement.take();
    if (note === null || acknowledged === null) return;
    const result = await send({ period, seen, acknowledged }, note);
    refresh();
    if (!result.ok) return;
    close();
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
      onClose={close}
      onConfirm={() => void confirm()}
      title={`Sign off ${name}?`}
      description={`Your name is kept with the hashes of the files, the totals, and what stays open. ${openText(points)}`}
      confirmLabel={approval.label("Sign off")}
      busy={isBusy}
      fields={
        <>
          <OpenPointsFields points={points} acknowledgement={acknowledgement} />
          {approval.fields}
        </>
      }
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
