"use client";

import { requestedToast } from "@/components/approvals/requested-toast";
import { useApprovalNote } from "@/components/approvals/use-approval-note";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { startIssueRun } from "@/lib/actions/start-issue-run";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";
import { isApprovalRequested } from "@/lib/domain/approvals/approval-note";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import { countOf } from "@/lib/domain/money/numbers";

export type StartIssueDialogProps = OpenDialog & {
  runId: string;
  count: number;
  highestLimit: number;
  /** "about 2 minutes" */
  time: string;
  /** Set while a second person must approve it. */
  need: ApprovalNeed | undefined;
};

export default function StartIssueDialog(props: StartIssueDialogProps) {
  const { open, onClose, runId, count, highestLimit, time, need } = props;
  const { send, isBusy, error } = useAction(startIssueRun);
  const approval = useApprovalNote(need);
  const refresh = useRefresh();

  async function start() {
    const note = approval.take();
    if (note === null) return;
    const started = await send({ runId, count, highestLimit }, note);
    refresh();
    if (!started.ok) return;
    onClose();
    approval.clear();
    if (isApprovalRequested(started.data)) toast(requestedToast(started.data));
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void start()}
      title={`Issue ${countOf(count, "card")}?`}
      description={`An issued card can be blocked, but not removed. It takes ${time}. You can pause it, or cancel the rest.`}
      confirmLabel={approval.label(`Issue ${countOf(count, "card")}`)}
      busy={isBusy}
      fields={approval.fields}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
