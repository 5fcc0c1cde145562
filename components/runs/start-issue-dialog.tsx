"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Callout } from "@/components/ui/messages/callout";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { startIssueRun } from "@/lib/actions/start-issue-run";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import { countOf } from "@/lib/domain/money/numbers";
import { forgetIssueWork } from "./issue/issue-work";
import { SkippedNote } from "./skipped-note";
import { useGovernedStart } from "./use-governed-start";

export type StartIssueDialogProps = OpenDialog & {
  runId: string;
  /** "Issue 1,200 cards" */
  title: string;
  count: number;
  highestLimit: number;
  /** "about 2 minutes" */
  time: string;
  /** Why cards are skipped; null if none is. */
  skipped: string | null;
  /** How many cards have warnings; null if none has. */
  warned: string | null;
  /** How many cards may end with another customer. */
  misassigned: number;
  /** Set while a second person must approve it. */
  need: ApprovalNeed | undefined;
};

export default function StartIssueDialog(props: StartIssueDialogProps) {
  const { open, onClose, runId, title, count, highestLimit, time, skipped, warned, misassigned, need } =
    props;
  const { start, approval, isBusy, error } = useGovernedStart(startIssueRun, need, close);

  function close() {
    forgetIssueWork(runId);
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void start({ runId, count, highestLimit })}
      title={`${title}?`}
      description={`An issued card can be blocked, but not removed. It takes ${time}. You can pause it, or cancel the rest.`}
      confirmLabel={approval.label(`Issue ${countOf(count, "card")}${misassigned > 0 ? " anyway" : ""}`)}
      tone={misassigned > 0 ? "danger" : "primary"}
      busy={isBusy}
      fields={
        <>
          <SkippedNote text={skipped} />
          {misassigned > 0 && (
            <Callout tone="warn">
              {countOf(misassigned, "card")} may belong to another customer than the ID says. A card can’t be
              moved to another customer.
            </Callout>
          )}
          <SkippedNote text={warned && `${warned} They are marked on the page.`} />
          {approval.fields}
        </>
      }
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
