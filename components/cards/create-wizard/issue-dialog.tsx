"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { OpenDialog } from "@/components/ui/dialog-button";

export type IssueDialogProps = OpenDialog & {
  /** What to take in before the card is issued, a sentence or two each. */
  concerns: readonly string[];
  onConfirm: () => void;
};

/** Asks once more before a card is issued that is probably not what was meant. */
export default function IssueDialog({ open, onClose, onConfirm, concerns }: IssueDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={onConfirm}
      title="Issue this card?"
      description={concerns.map((concern) => (
        <p key={concern} className="mt-2 first:mt-0">
          {concern}
        </p>
      ))}
      confirmLabel="Issue anyway"
      tone="danger"
    />
  );
}
