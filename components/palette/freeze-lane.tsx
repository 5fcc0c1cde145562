"use client";

import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { FreezeBadge } from "@/components/cards/freeze-context";
import { FreezeNoteCallout } from "@/components/cards/freeze-note";
import { FreezeOutcomeOf } from "@/components/cards/freeze-outcome";
import { useFreezeQuestion } from "@/components/cards/use-freeze-question";
import { NoteForm } from "@/components/notes/note-form";
import { Button } from "@/components/ui/button";
import { keepUnsentNote, unsentNote } from "@/lib/client/unsent-notes";
import {
  type FreezableCard,
  type Freezing,
  isAskedAgain,
  undoOf,
  useFreezeCard,
} from "@/lib/client/use-freeze-card";
import { can, type Role } from "@/lib/domain/permissions";
import type { FoundCard } from "@/lib/domain/search";
import { refusalOf } from "./card-commands";
import { cardHref } from "./palette-items";
import { CardLine } from "./palette-row";

type FreezeLaneProps = {
  card: FoundCard & FreezableCard;
  freeze: boolean;
  role: Role;
  /** Told while the issuer is asked: nobody should leave without its answer. */
  isBusy: RefObject<boolean>;
  onBack: () => void;
  onGo: (href: string) => void;
  onDone: () => void;
};

/** The way of a lost card: the question, the issuer's answer to read back, and what comes next. */
export function FreezeLane({ card, freeze, role, isBusy, onBack, onGo, onDone }: FreezeLaneProps) {
  const freezing = useFreezeCard(card);
  const { latest, outcome, pending } = freezing;

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
      {outcome && !isAskedAgain(outcome) ? (
        <AfterFreeze freezing={freezing} role={role} onBack={onBack} onGo={onGo} onDone={onDone} />
      ) : (
        <Question freezing={freezing} freeze={freeze} onBack={onBack} />
      )}
    </div>
  );
}

type QuestionProps = { freezing: Freezing; freeze: boolean; onBack: () => void };

function Question({ freezing, freeze, onBack }: QuestionProps) {
  const firstButton = useRef<HTMLButtonElement>(null);
  const isBusy = freezing.pending !== null;
  const question = useFreezeQuestion({
    card: freezing.card,
    freeze,
    isOpen: !isBusy,
    onConfirm: (chosen, seen) => void freezing.freeze(chosen, seen),
  });
  const { title, description, sentence, note, confirm, other, cancel, isWaiting, choose, timeOf } = question;

  // With the question and not a moment after it: an Enter in between would open the card instead.
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
          <FreezeNoteCallout note={note} timeOf={timeOf} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2 max-sm:flex-col-reverse max-sm:*:h-12">
        {confirm && (
          <Button size="large" shortcut="escape" disabled={isBusy} onClick={onBack}>
            {cancel}
          </Button>
        )}
        {other && (
          <Button size="large" disabled={isBusy} onClick={() => choose(!question.freeze)}>
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
          onClick={confirm ? () => choose(question.freeze) : onBack}
        >
          {confirm ?? cancel}
        </Button>
      </div>
    </section>
  );
}

type AfterFreezeProps = Pick<FreezeLaneProps, "role" | "onBack" | "onGo" | "onDone"> & { freezing: Freezing };

function AfterFreeze({ freezing, role, onBack, onGo, onDone }: AfterFreezeProps) {
  const { card, latest, outcome, pending } = freezing;
  const panel = useRef<HTMLElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const [isWriting, setIsWriting] = useState(false);
  const mayReissue = refusalOf("reissue", latest.status, role) === null && latest.status === "FROZEN";
  const undo = undoOf(outcome);
  const subject = `card:${card.id}`;
  const mayNote = can(role, "cards.note");

  // Where a second try is safe it is one key away; otherwise no button lies under a second Enter.
  const answer = outcome?.is === "confirmed" ? outcome.confirmedAt : outcome?.error;
  useLayoutEffect(() => {
    if (!answer) return;
    const retry = panel.current?.querySelector<HTMLElement>("[role=alert] button:not([aria-label])");
    (retry ?? panel.current)?.focus();
  }, [answer]);

  function write() {
    // Also for what was begun on the card's page as a plain note.
    const { text } = unsentNote(subject);
    if (text !== "" && !isWriting) keepUnsentNote(subject, { text, needsFollowUp: true });
    setIsWriting(true);
    note.current?.focus();
  }

  function press(event: KeyboardEvent) {
    if (event.key === "Escape" && event.target instanceof HTMLTextAreaElement) {
      // What was written stays; the next Escape leads back.
      event.stopPropagation();
      event.preventDefault();
      panel.current?.focus();
      return;
    }
    if (event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = {
      r: mayReissue && reissue,
      n: mayNote && write,
      o: openCard,
      u: undo && pending === null && (() => void freezing.freeze(undo.freeze)),
    }[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run();
  }

  const openCard = () => onGo(cardHref(card.id));
  const reissue = () => onGo(`${cardHref(card.id)}?reissue`);

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Outcome"
      onKeyDown={press}
      className="flex flex-col gap-4 px-4 py-4 outline-none"
    >
      <FreezeOutcomeOf freezing={freezing} isLarge />
      <div>
        <h3 className="mb-2 text-small font-medium text-ink-3">Next steps</h3>
        <div className="flex flex-wrap gap-2 max-sm:*:h-11 max-sm:*:w-full">
          {mayReissue && (
            <Button shortcut="r" onClick={reissue}>
              Reissue
            </Button>
          )}
          {mayNote && (
            <Button shortcut="n" onClick={write}>
              Add handoff note
            </Button>
          )}
          <Button shortcut="o" onClick={openCard}>
            Open card
          </Button>
          <Button shortcut="escape" onClick={onBack}>
            Back to search
          </Button>
          <Button tone="quiet" onClick={onDone}>
            Done
          </Button>
        </div>
      </div>
      {isWriting && (
        <NoteForm
          subject={subject}
          label="Handoff note"
          placeholder="What the caller said and what you promised"
          inputRef={note}
          followUp={{ isDefault: true }}
          autoFocus
          onKept={() => panel.current?.focus()}
        />
      )}
    </section>
  );
}
