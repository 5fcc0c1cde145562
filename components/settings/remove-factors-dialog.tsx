"use client";

import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import type { DisableDialogProps } from "./disable-dialog";

export default function RemoveFactorsDialog({ name, ...rest }: DisableDialogProps) {
  return (
    <ConfirmDialog
      {...rest}
      title={`Remove ${name}’s second factors?`}
      description="For a person who lost them: first make sure that it’s really them who asks, in person or by phone. Their passkeys, authenticator apps, and recovery codes stop working, all their sessions end, and they’re told. If there is another admin, that admin has to confirm within 24 hours."
      confirmLabel="Remove"
      tone="destructive"
    />
  );
}
