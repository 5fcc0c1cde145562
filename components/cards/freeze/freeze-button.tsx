"use client";

import Snowflake from "lucide-react/icons/snowflake";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { useShortcut } from "@/lib/client/shortcuts";
import { needsReconfirmation } from "@/lib/client/use-freeze-card";
import { isFraudReason } from "@/lib/domain/cards/block-reason";
import { useFreezeController } from "./freeze-context";
import type { FreezeDialogProps } from "./freeze-dialog";
import type { ConfirmFreeze } from "./use-freeze-prompt";

const dialog = loadOnIntent<FreezeDialogProps>(() => import("./freeze-dialog"));

/** Freezes or unfreezes the card of the surrounding `FreezeProvider`. */
export function FreezeButton({ statusReason }: { statusReason?: string | null }) {
  const { card, latest, pending, freeze } = useFreezeController();
  const [isOpen, setIsOpen] = useState(false);
  // Kept after closing, so that the dialog doesn't say “Unfreeze” while it fades out.
  const [requestedFreeze, setRequestedFreeze] = useState<boolean | null>(null);
  const shouldFreeze = latest.status !== "FROZEN";
  const isBlocked = latest.status === "BLOCKED";
  const label = (pending ?? shouldFreeze) ? "Freeze" : "Unfreeze";

  function openDialog() {
    setRequestedFreeze(shouldFreeze);
    setIsOpen(true);
  }

  useShortcut(
    { keys: "f", label: shouldFreeze ? "Freeze" : "Unfreeze", group: "This card" },
    openDialog,
    !isBlocked && pending === null,
  );

  const confirm: ConfirmFreeze = async (chosen, seen) => {
    setIsOpen(false);
    const outcome = await freeze(chosen, seen);
    if (!needsReconfirmation(outcome)) return;
    setRequestedFreeze(chosen);
    setIsOpen(true);
  };

  return (
    <>
      {isBlocked ? (
        <p className="order-last w-full text-small text-ink-2">{blockedText(statusReason)}</p>
      ) : (
        <Button
          icon={<Snowflake className="size-3.5" aria-hidden="true" />}
          shortcut="f"
          busy={pending !== null}
          aria-haspopup="dialog"
          onPointerEnter={dialog.preload}
          onFocus={dialog.preload}
          onClick={openDialog}
        >
          {label}
        </Button>
      )}
      {requestedFreeze !== null && (
        <PopupBoundary open={isOpen} onClose={() => setIsOpen(false)}>
          <dialog.Component
            open={isOpen}
            card={{ ...card, ...latest }}
            freeze={requestedFreeze}
            onClose={() => setIsOpen(false)}
            onConfirm={confirm}
          />
        </PopupBoundary>
      )}
    </>
  );
}

function blockedText(reason: string | null | undefined): string {
  if (reason && isFraudReason(reason))
    return "Blocked for suspected fraud. This card can’t be frozen or unfrozen.";
  return "Permanently blocked. This card can’t be frozen or unfrozen.";
}
