"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { FreezableCard } from "@/lib/client/use-freeze-card";
import { FreezeNoteCallout } from "./freeze-note";
import { type ConfirmFreeze, useFreezeQuestion } from "./use-freeze-question";

export type FreezeDialogProps = {
  open: boolean;
  card: FreezableCard;
  freeze: boolean;
  onClose: () => void;
  /** With what was chosen: what was asked, or the opposite where that is offered too. */
  onConfirm: ConfirmFreeze;
};

/** `F`, then Enter: what can be undone is under the focus, unless a colleague's freeze or note speaks against it. */
export default function FreezeDialog({ open, card, freeze, onClose, onConfirm }: FreezeDialogProps) {
  const firstButton = useRef<HTMLButtonElement>(null);
  const question = useFreezeQuestion({ card, freeze, isOpen: open, onConfirm });
  const { title, description, sentence, note, confirm, other, cancel, isWaiting, choose, timeOf } = question;
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
          {other && <Button onClick={() => choose(!question.freeze)}>{other}</Button>}
          <Button
            key="first"
            ref={firstButton}
            tone="primary"
            shortcut="enter"
            busy={isWaiting}
            onClick={confirm ? () => choose(question.freeze) : onClose}
          >
            {confirm ?? cancel}
          </Button>
        </>
      }
    >
      {sentence && <p className="text-lead">“{sentence}”</p>}
      {note && <FreezeNoteCallout note={note} timeOf={timeOf} />}
    </Dialog>
  );
}
