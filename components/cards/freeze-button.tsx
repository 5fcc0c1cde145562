"use client";

import Snowflake from "lucide-react/icons/snowflake";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PopupBoundary } from "@/components/ui/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { useShortcut } from "@/lib/client/shortcuts";
import { isFraudReason } from "@/lib/domain/block-reason";
import { useFreezing } from "./freeze-context";
import type { FreezeDialogProps } from "./freeze-dialog";

const dialog = loadOnIntent<FreezeDialogProps>(() => import("./freeze-dialog"));

/** Freezes or unfreezes the card of the `FreezeProvider` around it: a click or `F`, and a short question. */
export function FreezeButton({ statusReason }: { statusReason?: string | null }) {
  const { card, status, pending, freeze } = useFreezing();
  const [asked, setAsked] = useState<boolean | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const wanted = status !== "FROZEN";
  const unavailable = status === "BLOCKED" ? blockedWords(statusReason) : undefined;
  const label = (pending ?? wanted) ? "Freeze" : "Unfreeze";

  function ask() {
    setWasOpened(true);
    setAsked(wanted);
  }

  useShortcut(
    { keys: "f", label: wanted ? "Freeze" : "Unfreeze", group: "This card" },
    ask,
    !unavailable && pending === null,
  );

  return (
    <>
      <Button
        icon={<Snowflake className="size-3.5" aria-hidden="true" />}
        shortcut="f"
        busy={pending !== null}
        unavailable={unavailable}
        aria-haspopup="dialog"
        onPointerEnter={dialog.preload}
        onFocus={dialog.preload}
        onClick={ask}
      >
        {label}
      </Button>
      {wasOpened && (
        <PopupBoundary open={asked !== null} onClose={() => setAsked(null)}>
          <dialog.Component
            open={asked !== null}
            card={card}
            freeze={asked ?? wanted}
            onClose={() => setAsked(null)}
            onConfirm={(chosen) => {
              setAsked(null);
              void freeze(chosen);
            }}
          />
        </PopupBoundary>
      )}
    </>
  );
}

function blockedWords(reason: string | null | undefined): string {
  if (reason && isFraudReason(reason)) return "Blocked for suspected fraud: it cannot be frozen or unfrozen.";
  return "Blocked for good: it cannot be frozen or unfrozen.";
}
