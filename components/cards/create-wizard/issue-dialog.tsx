"use client";

import { Button } from "@/components/ui/buttons/button";
import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";

export type IssueDialogProps = OpenDialog & {
  /** Empty if a repeated check found no concern. */
  concerns: readonly string[];
  /** Only if the customer ID couldn't be checked. */
  onCheckAgain?: () => void;
  isChecking: boolean;
  onConfirm: () => void;
};

/** Asks for confirmation of a card that is probably a mistake. */
export default function IssueDialog(props: IssueDialogProps) {
  const { open, onClose, onConfirm, concerns, onCheckAgain, isChecking } = props;
  const isClear = concerns.length === 0;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={onConfirm}
      title="Issue this card?"
      description={
        <div aria-live="polite">
          {isClear && "Customer ID checked. No issues found."}
          {concerns.map((concern) => (
            <p key={concern} className="mt-2 first:mt-0">
              {concern}
            </p>
          ))}
        </div>
      }
      alternative={
        onCheckAgain && (
          <Button onClick={onCheckAgain} busy={isChecking}>
            Check again
          </Button>
        )
      }
      confirmLabel={isClear ? "Issue card" : "Issue anyway"}
      tone={isClear ? "primary" : "danger"}
    />
  );
}
