"use client";

import { useState } from "react";
import type { BlockDialogProps } from "@/components/cards/block/block-dialog";
import { CallerStatement } from "@/components/cards/freeze/caller-statement";
import { useFreezeController } from "@/components/cards/freeze/freeze-context";
import type { ReissueDialogProps } from "@/components/cards/reissue/reissue-dialog";
import { Button } from "@/components/ui/buttons/button";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { useShortcut } from "@/lib/client/shortcuts";
import { useDialogUrl } from "@/lib/client/use-dialog-url";
import type { CardDetail } from "@/lib/contract/card";
import type { ApprovalNeeds } from "@/lib/domain/approvals/policies";

const blockDialog = loadOnIntent<BlockDialogProps>(() => import("@/components/cards/block/block-dialog"));
const reissueDialog = loadOnIntent<ReissueDialogProps>(
  () => import("@/components/cards/reissue/reissue-dialog"),
);

const DIALOGS = ["block", "reissue"] as const;
type DialogName = (typeof DIALOGS)[number];

type CardPageActionsProps = {
  card: CardDetail;
  allowed: { block: boolean; reissue: boolean };
  /** The outcome of a reissue is unknown, so another one could be a duplicate. */
  isReissueOpen: boolean;
  /** What needs a second person. */
  needs: ApprovalNeeds;
};

/** Actions that can't be undone; each opens a dialog with its own URL. */
export function CardPageActions({ card, allowed, isReissueOpen, needs }: CardPageActionsProps) {
  const { shown, show, close } = useDialogUrl(DIALOGS);
  const [opened, setOpened] = useState<readonly DialogName[]>([]);
  const [blocked, setBlocked] = useState<{ confirmedAt: string; isVerified: boolean } | null>(null);
  const { latest, applyReading } = useFreezeController();
  const isBlocked = latest.status === "BLOCKED";
  const reissueUnavailable = isBlocked
    ? "A blocked card can’t be reissued. Issue a new card instead."
    : isReissueOpen
      ? "The outcome of the last reissue isn’t known yet. Resolve it first."
      : undefined;
  const canBlock = allowed.block && !isBlocked;
  const canReissue = allowed.reissue && reissueUnavailable === undefined;
  const isBlockShown = canBlock && shown === "block";
  const isReissueShown = !isBlocked && shown === "reissue";

  // A closed dialog stays mounted to keep what was typed.
  if (shown && !opened.includes(shown)) setOpened([...opened, shown]);

  useShortcut({ keys: "r", label: "Reissue", group: "This card" }, () => show("reissue"), canReissue);
  useShortcut({ keys: "b", label: "Block", group: "This card" }, () => show("block"), canBlock);

  function handleBlocked(confirmation: { confirmedAt: string; isVerified: boolean; readAt: string }) {
    setBlocked(confirmation);
    // Updates the rest of the page before it is refreshed.
    applyReading({ status: "BLOCKED", readAt: confirmation.readAt });
  }

  return (
    <>
      {allowed.reissue && (
        <Button
          shortcut={canReissue ? "r" : undefined}
          unavailable={reissueUnavailable}
          aria-haspopup="dialog"
          onPointerEnter={reissueDialog.preload}
          onFocus={reissueDialog.preload}
          onClick={() => show("reissue")}
        >
          Reissue
        </Button>
      )}
      {allowed.block && (
        <Button
          tone="danger"
          shortcut={canBlock ? "b" : undefined}
          unavailable={isBlocked ? "This card is already blocked permanently." : undefined}
          aria-haspopup="dialog"
          onPointerEnter={blockDialog.preload}
          onFocus={blockDialog.preload}
          onClick={() => show("block")}
        >
          Block
        </Button>
      )}
      {blocked && (
        <div className="w-full">
          <CallerStatement
            cardId={card.id}
            status="BLOCKED"
            lastFour={card.lastFour}
            confirmedAt={blocked.confirmedAt}
            isVerified={blocked.isVerified}
          />
        </div>
      )}
      {allowed.block && opened.includes("block") && (
        <PopupBoundary open={isBlockShown} onClose={close}>
          <blockDialog.Component
            open={isBlockShown}
            onClose={close}
            card={card}
            need={needs.block}
            onBlocked={handleBlocked}
          />
        </PopupBoundary>
      )}
      {allowed.reissue && opened.includes("reissue") && (
        <PopupBoundary open={isReissueShown} onClose={close}>
          <reissueDialog.Component open={isReissueShown} onClose={close} card={card} need={needs.reissue} />
        </PopupBoundary>
      )}
    </>
  );
}
