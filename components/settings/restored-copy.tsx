"use client";

import { DialogButton, type OpenDialog } from "@/components/ui/buttons/dialog-button";
import { Callout } from "@/components/ui/messages/callout";
import { loadOnIntent } from "@/lib/client/load-on-intent";

const dialog = loadOnIntent<OpenDialog>(() => import("./activate-copy-dialog"));

/** In the settings of a restored copy. */
export function RestoredCopy() {
  return (
    <Callout
      tone="warn"
      className="mb-5"
      title="Restored copy"
      detail="Email, alert messages, scheduled and queued report requests, and approved requests that weren’t carried out wait. Issuing, blocking, and freezing cards work, at the real issuer."
      action={
        <DialogButton dialog={dialog} dialogProps={{}}>
          Activate this copy
        </DialogButton>
      }
    >
      This copy sends nothing, so that the dashboard it was copied from stays the only one that does.
    </Callout>
  );
}
