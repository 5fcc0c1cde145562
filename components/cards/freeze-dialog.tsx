"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { FreezableCard } from "@/lib/client/use-freeze-card";
import { freezeQuestion } from "./freeze-words";

export type FreezeDialogProps = {
  open: boolean;
  card: FreezableCard;
  freeze: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** `F`, then Enter: it can be undone, so the button that does it has the focus. */
export default function FreezeDialog({ open, card, freeze, onClose, onConfirm }: FreezeDialogProps) {
  const confirmButton = useRef<HTMLButtonElement>(null);
  const { title, description, confirm, cancel } = freezeQuestion(card, freeze);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      initialFocus={confirmButton}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button ref={confirmButton} tone="primary" shortcut="enter" onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
