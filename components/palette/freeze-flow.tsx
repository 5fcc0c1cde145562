"use client";

import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { FreezeBadge } from "@/components/cards/freeze/freeze-badge";
import { FreezeNoteCallout } from "@/components/cards/freeze/freeze-note";
import { FreezeOutcomeView } from "@/components/cards/freeze/freeze-outcome";
import { useFreezePrompt } from "@/components/cards/freeze/use-freeze-prompt";
import { NoteForm } from "@/components/notes/note-form";
import { Button } from "@/components/ui/buttons/button";
import { getUnsentNote, saveUnsentNote } from "@/lib/client/unsent-notes";
import {
  type FreezableCard,
  type FreezeController,
  findUndo,
  needsReconfirmation,
  useFreezeCard,
} from "@/lib/client/use-freeze-card";
import type { FoundCard } from "@/lib/domain/cards/search-results";
import { can, type Role } from "@/lib/domain/people/permissions";
import { findRejection } from "./card-commands";
import { cardHref } from "./palette-items";
import { CardLine } from "./palette-row";

type FreezeFlowProps = {
  card: FoundCard & FreezableCard;
  freeze: boolean;
  role: Role;
  /** True during the call: the flow must not be closed before the response. */
  isBusy: RefObject<boolean>;
  onBack: () => void;
  onNavigate: (href: string) => void;
  onDone: () => void;
};

/** Freezing a card in three parts: confirmation, the outcome to read to the caller, and next steps. */
export function FreezeFlow({ card, freeze, role, isBusy, onBack, onNavigate, onDone }: FreezeFlowProps) {
  const controller = useFreezeCard(card);
  const { latest, outcome, pending } = controller;

  useLayoutEffect(() => {
    isBusy.current = pending !== null;
  }, [isBusy, pending]);

  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">
      <div
        aria-busy={pending !== null || undefined}
        className="flex items-center gap-3 border-line border-b px-4 py-3"
      >
        <CardLine card={card} badge={<FreezeBadge status={latest.status} pending={pending} />} />
      </div>
      {outcome && !needsReconfirmation(outcome) ? (
        <FreezeResult
          controller={controller}
          role={role}
          onBack={onBack}
          onNavigate={onNavigate}
          onDone={onDone}
        />
      ) : (
        <FreezePromptPanel controller={controller} freeze={freeze} onBack={onBack} />
      )}
    </div>
  );
}

type FreezePromptPanelProps = { controller: FreezeController; freeze: boolean; onBack: () => void };

function FreezePromptPanel({ controller, freeze, onBack }: FreezePromptPanelProps) {
  const firstButton = useRef<HTMLButtonElement>(null);
  const isBusy = controller.pending !== null;
  const prompt = useFreezePrompt({
    card: controller.card,
    freeze,
    isOpen: !isBusy,
    onConfirm: (chosen, seen) => void controller.freeze(chosen, seen),
  });
  const { title, description, sentence, note, confirm, other, cancel, isWaiting, choose, formatTime } =
    prompt;

  // In a layout effect because an Enter pressed before the focus moves would open the card.
  useLayoutEffect(() => firstButton.current?.focus(), []);

  return (
    <section aria-label={title} className="px-4 py-4">
      <h2 className="text-title font-semibold">{title}</h2>
      <p className="mt-1 text-pretty text-ink-2">
        {isBusy || isWaiting ? "Checking with the issuer…" : description}
      </p>
      {sentence && <p className="mt-3 text-pretty text-title font-semibold">“{sentence}”</p>}
      {note && (
        <div className="mt-3">
          <FreezeNoteCallout note={note} formatTime={formatTime} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2 max-sm:flex-col-reverse max-sm:*:h-12">
        {confirm && (
          <Button size="large" shortcut="escape" disabled={isBusy} onClick={onBack}>
            {cancel}
          </Button>
        )}
        {other && (
          <Button size="large" disabled={isBusy} onClick={() => choose(!prompt.freeze)}>
            {other}
          </Button>
        )}
        <Button
          key="first"
          ref={firstButton}
          size="large"
          tone="primary"
          shortcut="enter"
          busy={isBusy || isWaiting}
          onClick={confirm ? () => choose(prompt.freeze) : onBack}
        >
          {confirm ?? cancel}
        </Button>
      </div>
    </section>
  );
}

type FreezeResultProps = Pick<FreezeFlowProps, "role" | "onBack" | "onNavigate" | "onDone"> & {
  controller: FreezeController;
};

function FreezeResult({ controller, role, onBack, onNavigate, onDone }: FreezeResultProps) {
  const { card, latest, outcome, pending } = controller;
  const panel = useRef<HTMLElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const [isNoteOpen, setIsNoteOpen] = useState(false);
  const canReissue = findRejection("reissue", latest.status, role) === null && latest.status === "FROZEN";
  const undo = findUndo(outcome);
  const subject = `card:${card.id}`;
  const canAddNote = can(role, "cards.note");

  // Focus the retry button only if a retry is safe, so that a second Enter triggers nothing else.
  const outcomeKey = outcome?.is === "confirmed" ? outcome.confirmedAt : outcome?.error;
  useLayoutEffect(() => {
    if (!outcomeKey) return;
    const retry = panel.current?.querySelector<HTMLElement>("[role=alert] button:not([aria-label])");
    (retry ?? panel.current)?.focus();
  }, [outcomeKey]);

  function unsealNote() {
    // A draft from the card's page becomes a handoff note too.
    const { text } = getUnsentNote(subject);
    if (text !== "" && !isNoteOpen) saveUnsentNote(subject, { text, needsFollowUp: true });
    setIsNoteOpen(true);
    note.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && event.target instanceof HTMLTextAreaElement) {
      // The text stays; the next Escape goes back.
      event.stopPropagation();
      event.preventDefault();
      panel.current?.focus();
      return;
    }
    if (event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = {
      r: canReissue && reissue,
      n: canAddNote && unsealNote,
      o: openCard,
      u: undo && pending === null && (() => void controller.freeze(undo.freeze)),
    }[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run();
  }

  const openCard = () => onNavigate(cardHref(card.id));
  const reissue = () => onNavigate(`${cardHref(card.id)}?reissue`);

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Outcome"
      onKeyDown={handleKeyDown}
      className="flex flex-col gap-4 px-4 py-4 outline-none"
    >
      <FreezeOutcomeView controller={controller} isLarge />
      <div>
        <h3 className="mb-2 text-small font-medium text-ink-3">Next steps</h3>
        <div className="flex flex-wrap gap-2 max-sm:*:h-11 max-sm:*:w-full">
          {canReissue && (
            <Button shortcut="r" onClick={reissue}>
              Reissue
            </Button>
          )}
          {canAddNote && (
            <Button shortcut="n" onClick={unsealNote}>
              Add handoff note
            </Button>
          )}
          <Button shortcut="o" onClick={openCard}>
            View card
          </Button>
          <Button shortcut="escape" onClick={onBack}>
            Back to search
          </Button>
          <Button tone="ghost" onClick={onDone}>
            Done
          </Button>
        </div>
      </div>
      {isNoteOpen && (
        <NoteForm
          subject={subject}
          label="Handoff note"
          placeholder="What the caller said and what you promised"
          inputRef={note}
          followUp={{ isDefault: true }}
          autoFocus
          onSaved={() => panel.current?.focus()}
        />
      )}
    </section>
  );
}
