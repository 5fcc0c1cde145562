"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/popups/dialog";
import type { FreezableCard } from "@/lib/client/use-freeze-card";
import { FreezeNoteCallout } from "./freeze-note";
import { type ConfirmFreeze, useFreezePrompt } from "./use-freeze-prompt";

export type FreezeDialogProps = {
  open: boolean;
  card: FreezableCard;
  freeze: boolean;
  onClose: () => void;
  /** Receives the choice, which may be the opposite of `freeze`. */
  onConfirm: ConfirmFreeze;
};

/** Enter confirms, because a freeze can be undone, unless a colleague has frozen the card or left a note. */
export default function FreezeDialog({ open, card, freeze, onClose, onConfirm }: FreezeDialogProps) {
  const firstButton = useRef<HTMLButtonElement>(null);
  const prompt = useFreezePrompt({ card, freeze, isOpen: open, onConfirm });
  const { title, description, sentence, note, confirm, other, cancel, isWaiting, choose, formatTime } =
    prompt;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      initialFocus={firstButton}
      footer={
        <>
          {confirm && <Button onClick={onClose}>{cancel}</Button>}
          {other && <Button onClick={() => choose(!prompt.freeze)}>{other}</Button>}
          <Button
            key="first"
            ref={firstButton}
            tone="primary"
            shortcut="enter"
            busy={isWaiting}
            onClick={confirm ? () => choose(prompt.freeze) : onClose}
          >
            {confirm ?? cancel}
          </Button>
        </>
      }
    >
      {sentence && <p className="text-lead">“{sentence}”</p>}
      {note && <FreezeNoteCallout note={note} formatTime={formatTime} />}
    </Dialog>
  );
}
