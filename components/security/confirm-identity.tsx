"use client";

import { useState } from "react";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { type ConfirmationRequest, useConfirmationRequest } from "@/lib/client/confirm-identity";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { ConfirmIdentityDialogProps } from "./confirm-identity-dialog";

const dialog = loadOnIntent<ConfirmIdentityDialogProps>(() => import("./confirm-identity-dialog"));

/** Opens the dialog for `askToConfirm`, above whatever is open. */
export function ConfirmIdentity() {
  const request = useConfirmationRequest();
  // Stays until the dialog has faded out.
  const [shown, setShown] = useState<ConfirmationRequest | null>(null);
  if (request && request !== shown) setShown(request);
  const cancel = () => request?.answer(false);
  return (
    shown && (
      <PopupBoundary open={request !== null} onClose={cancel}>
        <dialog.Component
          open={request !== null}
          onClose={cancel}
          onConfirmed={() => request?.answer(true)}
          ways={shown.ways}
        />
      </PopupBoundary>
    )
  );
}
