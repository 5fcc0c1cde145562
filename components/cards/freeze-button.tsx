"use client";

import Snowflake from "lucide-react/icons/snowflake";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PopupBoundary } from "@/components/ui/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { useShortcut } from "@/lib/client/shortcuts";
import { isAskedAgain } from "@/lib/client/use-freeze-card";
import { isFraudReason } from "@/lib/domain/block-reason";
import { useFreezing } from "./freeze-context";
import type { FreezeDialogProps } from "./freeze-dialog";
import type { ConfirmFreeze } from "./use-freeze-question";

const dialog = loadOnIntent<FreezeDialogProps>(() => import("./freeze-dialog"));

/** Freezes or unfreezes the card of the `FreezeProvider` around it: a click or `F`, and a short question. */
export function FreezeButton({ statusReason }: { statusReason?: string | null }) {
  const { card, latest, pending, freeze } = useFreezing();
  const [asked, setAsked] = useState<boolean | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const wanted = latest.status !== "FROZEN";
  const isBlocked = latest.status === "BLOCKED";
  const label = (pending ?? wanted) ? "Freeze" : "Unfreeze";

  function ask() {
    setWasOpened(true);
    setAsked(wanted);
  }

  useShortcut(
    { keys: "f", label: wanted ? "Freeze" : "Unfreeze", group: "This card" },
    ask,
    !isBlocked && pending === null,
  );

  const confirm: ConfirmFreeze = async (chosen, seen) => {
    setAsked(null);
    const told = await freeze(chosen, seen);
    if (isAskedAgain(told)) setAsked(chosen);
  };

  return (
    <>
      {isBlocked ? (
        <p className="order-last w-full text-small text-ink-2">{blockedWords(statusReason)}</p>
      ) : (
        <Button
          icon={<Snowflake className="size-3.5" aria-hidden="true" />}
          shortcut="f"
          busy={pending !== null}
          aria-haspopup="dialog"
          onPointerEnter={dialog.preload}
          onFocus={dialog.preload}
          onClick={ask}
        >
          {label}
        </Button>
      )}
      {wasOpened && (
        <PopupBoundary open={asked !== null} onClose={() => setAsked(null)}>
          <dialog.Component
            open={asked !== null}
            card={{ ...card, ...latest }}
            freeze={asked ?? wanted}
            onClose={() => setAsked(null)}
            onConfirm={confirm}
          />
        </PopupBoundary>
      )}
    </>
  );
}

function blockedWords(reason: string | null | undefined): string {
  if (reason && isFraudReason(reason))
    return "Blocked for suspected fraud. This card can’t be frozen or unfrozen.";
  return "Permanently blocked. This card can’t be frozen or unfrozen.";
}
