"use client";

import { useApprovalNote } from "@/components/approvals/use-approval-note";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import type { ApprovalNote } from "@/lib/domain/approvals/approval-note";
import type { ApprovalNeed } from "@/lib/domain/approvals/policies";
import { ROLE_DESCRIPTIONS, type Role } from "@/lib/domain/people/permissions";

export type RoleDialogProps = {
  open: boolean;
  name: string;
  before: Role;
  role: Role;
  need: ApprovalNeed | undefined;
  busy: boolean;
  onClose: () => void;
  onConfirm: (note: ApprovalNote | undefined) => void;
};

/** Only while a new role needs a second person; otherwise the menu changes it at once. */
export default function RoleDialog({ name, before, role, need, onConfirm, ...rest }: RoleDialogProps) {
  const approval = useApprovalNote(need);

  function confirm() {
    const note = approval.take();
    if (note !== null) onConfirm(note);
  }

  return (
    <ConfirmDialog
      {...rest}
      onConfirm={confirm}
      title={`Change ${name}’s role to ${role}?`}
      description={`From ${before} to ${role}: ${ROLE_DESCRIPTIONS[role]}.`}
      confirmLabel={approval.label("Change role")}
      fields={approval.fields}
    />
  );
}
