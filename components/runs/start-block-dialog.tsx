"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { startBlockRun } from "@/lib/actions/start-block-run";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import { SkippedNote } from "./skipped-note";
import { useGovernedStart } from "./use-governed-start";

export type StartBlockDialogProps = OpenDialog & {
  runId: string;
  /** "Block 1,200 cards" */
  title: string;
  count: number;
  reason: string;
  /** "about 2 minutes" */
  time: string;
  /** Why cards are skipped; null if none is. */
  skipped: string | null;
  /** Set while a second person must approve it. */
  need: ApprovalNeed | undefined;
};

export default function StartBlockDialog(props: StartBlockDialogProps) {
  const { open, onClose, runId, title, count, reason, time, skipped, need } = props;
  const { start, approval, isBusy, error } = useGovernedStart(startBlockRun, need, onClose);

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void start({ runId, count, reason })}
      title={`${title}?`}
      description={
        <>
          This is permanent: a blocked card can’t be unblocked, and this run can’t be undone. Every future
          purchase with these cards will be declined (code R8). It takes {time}.
        </>
      }
      confirmLabel={approval.label("Block permanently")}
      tone="destructive"
      busy={isBusy}
      fields={
        <>
          <SkippedNote text={skipped} />
          {approval.fields}
          {approval.isRequest && (
            <p className="text-small text-ink-2">
              The cards keep working until then. Freeze them to stop them now.
            </p>
          )}
        </>
      }
      typedConfirmation={{
        label: `Type ${count} to confirm`,
        value: String(count),
        findError: () => `Enter the number of cards: ${count}.`,
      }}
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
