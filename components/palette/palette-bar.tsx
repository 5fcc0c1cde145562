"use client";

import { IndexFreshness } from "@/components/layout/index-freshness";
import { Button } from "@/components/ui/buttons/button";
import { Spinner } from "@/components/ui/messages/spinner";
import { Kbd } from "@/components/ui/values/kbd";
import type { FoundCard, IndexState } from "@/lib/domain/cards/search-results";
import { can, type Role } from "@/lib/domain/people/permissions";
import { commandsFor } from "./card-commands";
import { CARD_KEYS, type CardCommand } from "./card-keys";

type PaletteBarProps = {
  /** The card that letter keys act on; null while letters are text. */
  card: FoundCard | null;
  /** Whether Enter opens this card. */
  isEnterTarget: boolean;
  hasCards: boolean;
  role: Role;
  index: IndexState | undefined;
  isWaiting: boolean;
  /** Says what a key did, or why it did nothing. */
  message: string | null;
  onOpen: (card: FoundCard) => void;
  onCommand: (command: CardCommand, card: FoundCard) => void;
};

/** The available commands with their keys, and how current the search index is. */
export function PaletteBar(props: PaletteBarProps) {
  const { card, isEnterTarget, hasCards, role, index, isWaiting, message, onOpen, onCommand } = props;
  return (
    <div className="mt-auto shrink-0 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)]">
      {card && (
        // biome-ignore lint/a11y/useSemanticElements: a set of buttons, not of fields
        <div
          role="group"
          aria-label={`Card ending in ${card.lastFour}`}
          className="flex flex-wrap items-center gap-1.5 border-line border-b px-3 py-2"
        >
          <span className="mr-auto truncate pl-1 text-small text-ink-2 max-sm:w-full">
            •• {card.lastFour} {card.cardholderName}
          </span>
          {commandsFor(card.status, role).map(({ command, label }) => (
            <Button
              key={command}
              size="small"
              tone={command === "block" ? "danger" : command === "freeze" ? "primary" : "plain"}
              shortcut={CARD_KEYS[command]}
              onClick={() => onCommand(command, card)}
            >
              {label}
            </Button>
          ))}
          <Button size="small" shortcut={isEnterTarget ? "enter" : undefined} onClick={() => onOpen(card)}>
            Open
          </Button>
        </div>
      )}
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-small text-ink-2">
        {isWaiting ? <Spinner className="size-3.5 text-ink-3" /> : null}
        <p role="status" className="min-w-0 flex-1 text-pretty empty:hidden">
          {message ?? (card || !hasCards ? null : <KeyHint canFreeze={can(role, "cards.freeze")} />)}
        </p>
        {index && (
          <IndexFreshness
            initial={{ ...index, now: new Date().toISOString() }}
            className="ml-auto text-ink-3"
          />
        )}
      </div>
    </div>
  );
}

function KeyHint({ canFreeze }: { canFreeze: boolean }) {
  return (
    <>
      <span className="touch:hidden">
        Select a card with <Kbd keys="down" /> <Kbd keys="up" />, then press{" "}
        <Kbd keys={canFreeze ? "f" : "c"} /> to {canFreeze ? "freeze it" : "copy its ID"}
      </span>
      <span className="hidden touch:inline">
        {canFreeze ? "Tap a card to open or freeze it" : "Tap a card to select it"}
      </span>
    </>
  );
}
