"use client";

import { Suspense } from "react";
import { Button } from "@/components/ui/button";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { useShortcut } from "@/lib/client/shortcuts";
import { useDialogParameter } from "@/lib/client/use-dialog-parameter";
import type { CardDetail } from "@/lib/contract/card";
import type { BlockDialogProps } from "./block-dialog";

const blockDialog = loadOnIntent<BlockDialogProps>(() => import("./block-dialog"));

type CardPageActionsProps = {
  card: CardDetail;
  may: { block: boolean; reissue: boolean };
};

/** What can be done to a card that cannot be taken back with one key: each asks first, at its own address. */
export function CardPageActions({ card, may }: CardPageActionsProps) {
  const { shown, show, close } = useDialogParameter(["block"]);
  const isBlocked = card.status === "BLOCKED";
  const canBlock = may.block && !isBlocked;

  useShortcut({ keys: "b", label: "Block", group: "This card" }, () => show("block"), canBlock);

  return (
    <>
      {may.block && (
        <Button
          tone="danger"
          shortcut={canBlock ? "b" : undefined}
          unavailable={isBlocked ? "This card is blocked already. That is final." : undefined}
          aria-haspopup="dialog"
          onPointerEnter={blockDialog.preload}
          onFocus={blockDialog.preload}
          onClick={() => show("block")}
        >
          Block
        </Button>
      )}
      {canBlock && shown === "block" && (
        <Suspense fallback={null}>
          <blockDialog.Component open onClose={close} card={card} />
        </Suspense>
      )}
    </>
  );
}
