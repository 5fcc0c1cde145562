"use client";

import type { OpenDialog } from "@/components/ui/buttons/dialog-button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { ConfirmDialog } from "@/components/ui/popups/confirm-dialog";
import { removeAuthenticator } from "@/lib/actions/remove-authenticator";
import { removePasskey } from "@/lib/actions/remove-passkey";
import { toast } from "@/lib/client/toast";
import { useAction } from "@/lib/client/use-action";
import { useRefresh } from "@/lib/client/use-refresh";

export type RemovedFactor = { kind: "authenticator" | "passkey"; id: string; name: string; isLast: boolean };

export default function RemoveFactorDialog({
  open,
  onClose,
  kind,
  id,
  name,
  isLast,
}: OpenDialog & RemovedFactor) {
  const authenticator = useAction(removeAuthenticator);
  const passkey = useAction(removePasskey);
  const { isBusy, error, clearError } = kind === "passkey" ? passkey : authenticator;
  const refresh = useRefresh();

  function close() {
    clearError();
    onClose();
  }

  async function remove() {
    const result =
      kind === "passkey"
        ? await passkey.send({ passkeyId: id })
        : await authenticator.send({ authenticatorId: id });
    refresh();
    if (!result.ok) return;
    toast({ title: `${name} removed`, tone: "good" });
    close();
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onConfirm={() => void remove()}
      busy={isBusy}
      title={`Remove ${name}?`}
      description={
        isLast
          ? "It is your last second factor: your recovery codes stop working too, and only your password will protect your account."
          : "You can no longer sign in with it."
      }
      confirmLabel="Remove"
      tone="danger"
      error={error && <ErrorState error={error} isInline />}
    />
  );
}
