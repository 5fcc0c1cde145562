"use client";

import { useState } from "react";
import type { FreezeDialogProps } from "@/components/cards/freeze/freeze-dialog";
import { Button } from "@/components/ui/buttons/button";
import { DialogButton } from "@/components/ui/buttons/dialog-button";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { toast } from "@/lib/client/toast";
import { type FreezableCard, needsReconfirmation, useFreezeCard } from "@/lib/client/use-freeze-card";
import { useRefresh } from "@/lib/client/use-refresh";
import type { GroupDismissibleKind } from "@/lib/domain/cards/attention-items";
import type { SeenStatus } from "@/lib/domain/cards/card-status";
import { countText, freezeToast, KIND_NAMES } from "./attention-text";
import type { DismissDialogProps } from "./dismiss-dialog";
import type { ResolveDialogProps } from "./resolve-dialog";

const freezeDialog = loadOnIntent<FreezeDialogProps>(() => import("@/components/cards/freeze/freeze-dialog"));
const dismissDialog = loadOnIntent<DismissDialogProps>(() => import("./dismiss-dialog"));
const resolveDialog = loadOnIntent<ResolveDialogProps>(() => import("./resolve-dialog"));

/** The accessible names include the item, because screen readers list buttons without context. */
export function DismissButton({ itemKey, subject }: { itemKey: string; subject: string }) {
  return (
    <DialogButton
      tone="ghost"
      size="small"
      aria-label={`Dismiss: ${subject}`}
      dialog={dismissDialog}
      dialogProps={{ target: { key: itemKey }, subject }}
    >
      Dismiss
    </DialogButton>
  );
}

type DismissAllButtonProps = { kind: GroupDismissibleKind; total: number; fingerprint: string };

export function DismissAllButton({ kind, total, fingerprint }: DismissAllButtonProps) {
  return (
    <DialogButton
      tone="ghost"
      size="small"
      aria-label={`Dismiss all: ${KIND_NAMES[kind]}`}
      dialog={dismissDialog}
      dialogProps={{
        target: { kind, fingerprint },
        subject: `${countText(total)} items under “${KIND_NAMES[kind]}”`,
      }}
    >
      Dismiss all…
    </DialogButton>
  );
}

export function ResolveButton({ operationId, subject }: { operationId: string; subject: string }) {
  return (
    <DialogButton
      size="small"
      aria-label={`Resolve: ${subject}`}
      dialog={resolveDialog}
      dialogProps={{ operationId: operationId, subject }}
    >
      Resolve…
    </DialogButton>
  );
}

/** Shows the outcome as a toast, because the item disappears. */
export function UnfreezeButton({ card, subject }: { card: FreezableCard; subject: string }) {
  const { pending, freeze } = useFreezeCard(card);
  const refresh = useRefresh();
  const [isPromptOpen, setIsPromptOpen] = useState(false);
  const [wasPromptOpened, setWasPromptOpened] = useState(false);

  async function confirm(chosen: boolean, seen: SeenStatus) {
    setIsPromptOpen(false);
    const outcome = await freeze(chosen, seen);
    if (!outcome) return;
    if (needsReconfirmation(outcome)) return setIsPromptOpen(true);
    if (outcome.is === "failed")
      return toast({ title: `Not confirmed: ${subject}`, detail: outcome.error.message, tone: "bad" });
    toast(freezeToast(outcome, subject));
    refresh();
  }

  return (
    <>
      <Button
        size="small"
        busy={pending !== null}
        aria-label={`Unfreeze ${subject}`}
        aria-haspopup="dialog"
        onPointerEnter={freezeDialog.preload}
        onFocus={freezeDialog.preload}
        onClick={() => {
          setWasPromptOpened(true);
          setIsPromptOpen(true);
        }}
      >
        Unfreeze
      </Button>
      {wasPromptOpened && (
        <PopupBoundary open={isPromptOpen} onClose={() => setIsPromptOpen(false)}>
          <freezeDialog.Component
            open={isPromptOpen}
            card={card}
            freeze={false}
            onClose={() => setIsPromptOpen(false)}
            onConfirm={(chosen, seen) => void confirm(chosen, seen)}
          />
        </PopupBoundary>
      )}
    </>
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
