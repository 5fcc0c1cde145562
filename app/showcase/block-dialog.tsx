"use client";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
export default function BlockDialog({
  open,
  onClose,
  last,
}: {
  open: boolean;
  onClose: () => void;
  last: string;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      tone="final"
      busy={busy}
      onConfirm={() => {
        setBusy(true);
        setTimeout(() => {
          setBusy(false);
          onClose();
        }, 800);
      }}
      title={`Block the card ending ${last}?`}
      description="This is final: a blocked card cannot be unblocked. Every later purchase is declined with code R8. Omar Haddad keeps his other card."
      confirmLabel="Block for good"
      cancelLabel="Keep it frozen"
      typed={{
        label: "Type the last four digits to confirm",
        value: last,
        problem: (t) => (t.length < 4 ? "One more digit." : "These are not the last four digits."),
      }}
    />
  );
}
