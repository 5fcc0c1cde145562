"use client";

import { useRouter } from "next/navigation";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { CardNumberNote } from "@/components/forms/card-number-note";
import { ErrorState } from "@/components/ui/error-state";
import { copyText } from "@/lib/client/copy-text";
import type { FreezableCard } from "@/lib/client/use-freeze-card";
import { usePrefetch } from "@/lib/client/use-prefetch";
import { searchByLastFour } from "@/lib/domain/last-four-search";
import type { FoundCard } from "@/lib/domain/search";
import { refusalOf } from "./card-commands";
import { type CardCommand, judgeLetter } from "./card-keys";
import { FreezeLane } from "./freeze-lane";
import { NothingFound } from "./nothing-found";
import { PaletteBar } from "./palette-bar";
import { arrangeGroups, cardHref, cardItem, hrefOf, type PaletteItem } from "./palette-items";
import { PaletteList } from "./palette-list";
import type { PaletteProps } from "./palette-props";
import { useIsCaretAtEnd } from "./use-is-caret-at-end";
import { usePaletteActions } from "./use-palette-actions";
import { usePaletteKeys } from "./use-palette-keys";
import { useRecentItems, useSearch } from "./use-search";

/** All of the palette but its box: results, what can be done with them, and the way of a lost card. */
export default function Palette(props: PaletteProps) {
  const { role, pages, signOut, listId, text, setText, activeKey, setActiveKey, input, keys, onClose } =
    props;
  const router = useRouter();
  const prefetch = usePrefetch();
  const actions = usePaletteActions(role, signOut, router.push);
  const recent = useRecentItems();
  const { results, isCurrent, isWaiting, error, retry } = useSearch(text);
  const [lane, setLane] = useState<{ card: FoundCard & FreezableCard; freeze: boolean } | null>(null);
  const isLaneBusy = useRef(false);
  const [said, setSaid] = useState<{ words: string; text: string } | null>(null);

  const groups = arrangeGroups({ text, results, recent, pages, actions });
  const items = groups.flatMap((group) => group.items);
  const active = items.find(({ key }) => key === activeKey) ?? null;
  const cards = results?.cards ?? [];
  // Pages and actions need no answer; nor is there one to wait for where the search has failed.
  const isListCurrent = isCurrent || text.trim() === "" || error !== null;
  const verdict = judgeLetter({ text, active, cards, isCurrent: isListCurrent });
  // With the caret elsewhere, or the text selected, a letter changes the text.
  const target = useIsCaretAtEnd(input) && verdict.is === "meant" ? verdict.card : null;
  const activeHref = active && hrefOf(active);

  useEffect(() => prefetch(activeHref), [prefetch, activeHref]);

  function say(words: string) {
    setSaid({ words, text });
  }

  function go(href: string) {
    onClose();
    router.push(href);
  }

  function open(item: PaletteItem) {
    const href = hrefOf(item);
    if (href) return go(href);
    onClose();
    if (item.kind === "action") item.action.run();
  }

  function command(wanted: CardCommand, card: FoundCard) {
    const refusal = refusalOf(wanted, card.status, role);
    if (refusal) return say(refusal);
    if (wanted === "reissue" || wanted === "block") return go(`${cardHref(card.id)}?${wanted}`);
    if (wanted === "copy") {
      void copyText(card.id).then((didCopy) => say(didCopy ? "Card ID copied." : "Couldn’t copy card ID."));
      return;
    }
    setLane({ card: { ...card, readAt: results?.readAt ?? NEVER }, freeze: card.status !== "FROZEN" });
    props.setIsFinding(false);
  }

  function leaveLane() {
    setLane(null);
    setActiveKey(null);
    props.setIsFinding(true);
    // The box is drawn again first. What the next caller says replaces the last query.
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.select();
    });
  }

  const handle = usePaletteKeys({
    text,
    setText,
    items,
    active,
    setActiveKey,
    cards,
    isCurrent: isListCurrent,
    early: props.early,
    onOpen: open,
    onCommand: command,
    onAmbiguous: () => say("Several cards match. Select one with ↓ first."),
  });

  // With what is drawn and not a moment after it: a key pressed in between would act on the list before.
  useLayoutEffect(() => {
    keys.current = {
      handle,
      goBack: () => {
        if (lane && !isLaneBusy.current) leaveLane();
        return lane !== null;
      },
    };
    return () => {
      keys.current = null;
    };
  });

  if (lane) {
    return (
      <FreezeLane {...lane} role={role} isBusy={isLaneBusy} onBack={leaveLane} onGo={go} onDone={onClose} />
    );
  }
  return (
    <>
      {error && (
        <div className="p-3">
          <ErrorState error={error} onRetry={retry} isInline />
        </div>
      )}
      <CardNumberNote typed={text} className="px-4 pt-3" />
      {isCurrent && results?.isFuzzy && (
        <p className="px-4 pt-3 text-small text-ink-2">
          No exact match for “{searchByLastFour(text.trim())}”. Showing similar results.
        </p>
      )}
      <PaletteList
        id={listId}
        groups={groups}
        activeKey={active?.key ?? null}
        isStale={text.trim() !== "" && !isCurrent && !error}
        onOpen={open}
        onChoose={({ key }) => setActiveKey(key)}
      />
      {items.length === 0 && isCurrent && results && (
        <NothingFound text={searchByLastFour(text.trim())} index={results.index} />
      )}
      <PaletteBar
        card={target}
        isNext={target !== null && (active ?? items[0])?.key === cardItem(target).key}
        hasCards={cards.length > 0 && text.trim() !== ""}
        role={role}
        index={results?.index}
        isWaiting={isWaiting}
        said={said?.text === text ? said.words : null}
        onOpen={(card) => go(cardHref(card.id))}
        onCommand={command}
      />
      <p role="status" className="sr-only">
        {isCurrent && text.trim() !== "" && countWords(items.length)}
      </p>
    </>
  );
}

/** For a card that was opened lately, whose results are gone: any other reading overrules it. */
const NEVER = new Date(0).toISOString();

function countWords(count: number): string {
  if (count === 0) return "No results";
  return count === 1 ? "1 result" : `${count} results`;
}
