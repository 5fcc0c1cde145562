"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DialogButton } from "@/components/ui/dialog-button";
import { freezeCard } from "@/lib/actions/freeze-card";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { newOperationId } from "@/lib/client/operation-id";
import { toast } from "@/lib/client/toast";
import { useRefresh } from "@/lib/client/use-refresh";
import type { DismissDialogProps } from "./dismiss-dialog";
import type { SettleDialogProps } from "./settle-dialog";

const dismissDialog = loadOnIntent<DismissDialogProps>(() => import("./dismiss-dialog"));
const settleDialog = loadOnIntent<SettleDialogProps>(() => import("./settle-dialog"));

/** Each names its item, for those who hear a list of buttons. */
export function DismissButton({ itemKey, subject }: { itemKey: string; subject: string }) {
  return (
    <DialogButton
      tone="quiet"
      size="small"
      aria-label={`Dismiss: ${subject}`}
      dialog={dismissDialog}
      dialogProps={{ itemKey, subject }}
    >
      Dismiss
    </DialogButton>
  );
}

export function SettleButton({ operationId, subject }: { operationId: string; subject: string }) {
  return (
    <DialogButton
      size="small"
      aria-label={`Settle: ${subject}`}
      dialog={settleDialog}
      dialogProps={{ settledId: operationId, subject }}
    >
      Settle…
    </DialogButton>
  );
}

/** What can be done again in a moment needs no question first. */
export function UnfreezeButton({ cardId, card }: { cardId: string; card: string }) {
  const [isBusy, setIsBusy] = useState(false);

  async function unfreeze() {
    setIsBusy(true);
    const result = await freezeCard(newOperationId(), { cardId, freeze: false });
    setIsBusy(false);
    if (result.ok) toast({ title: `Unfrozen: ${card}`, detail: "Confirmed by the issuer.", tone: "good" });
    else toast({ title: `Not unfrozen: ${card}`, detail: result.error.message, tone: "bad" });
  }

  return (
    <Button size="small" busy={isBusy} onClick={() => void unfreeze()} aria-label={`Unfreeze ${card}`}>
      Unfreeze
    </Button>
  );
}

export function CheckAgainButton() {
  const refresh = useRefresh();
  return (
    <Button size="small" onClick={refresh}>
      Check again
    </Button>
  );
}
