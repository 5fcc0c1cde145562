"use client";

import { useRouter } from "next/navigation";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { CardNumberNote } from "@/components/forms/card-number-note";
import { ErrorState } from "@/components/ui/messages/error-state";
import { copyText } from "@/lib/client/copy-text";
import type { FreezableCard } from "@/lib/client/use-freeze-card";
import { usePrefetch } from "@/lib/client/use-prefetch";
import { searchByLastFour } from "@/lib/domain/cards/last-four-search";
import type { FoundCard } from "@/lib/domain/cards/search-results";
import { findRejection } from "./card-commands";
import { type CardCommand, classifyLetter } from "./card-keys";
import { FreezeFlow } from "./freeze-flow";
import { NoResults } from "./no-results";
import { PaletteBar } from "./palette-bar";
import { buildGroups, cardHref, cardItem, itemHref, type PaletteItem } from "./palette-items";
import { PaletteList } from "./palette-list";
import type { PaletteProps } from "./palette-props";
import { useIsCaretAtEnd } from "./use-is-caret-at-end";
import { usePaletteActions } from "./use-palette-actions";
import { usePaletteKeys } from "./use-palette-keys";
import { useRecentItems, useSearch } from "./use-search";

/** The palette without its input, loaded on first use. */
export default function Palette(props: PaletteProps) {
  const { role, pages, signOut, listId, text, setText, activeKey, setActiveKey, input, keys, onClose } =
    props;
  const router = useRouter();
  const prefetch = usePrefetch();
  const actions = usePaletteActions(role, signOut, router.push);
  const recent = useRecentItems();
  const { results, isCurrent, isWaiting, error, retry } = useSearch(text);
  const [freezeFlow, setFreezeFlow] = useState<{ card: FoundCard & FreezableCard; freeze: boolean } | null>(
    null,
  );
  const isFlowBusy = useRef(false);
  const [message, setMessage] = useState<{ content: string; text: string } | null>(null);

  const groups = buildGroups({ text, results, recent, pages, actions });
  const items = groups.flatMap((group) => group.items);
  const active = items.find(({ key }) => key === activeKey) ?? null;
  const cards = results?.cards ?? [];
  // Pages and actions need no results, and a failed search has none.
  const isListCurrent = isCurrent || text.trim() === "" || error !== null;
  const letter = classifyLetter({ text, active, cards, isCurrent: isListCurrent });
  // If the caret is elsewhere or text is selected, a letter edits the text.
  const target = useIsCaretAtEnd(input) && letter.is === "command" ? letter.card : null;
  const activeHref = active && itemHref(active);

  useEffect(() => prefetch(activeHref), [prefetch, activeHref]);

  function showMessage(content: string) {
    setMessage({ content, text });
  }

  function navigateTo(href: string) {
    onClose();
    router.push(href);
  }

  function openItem(item: PaletteItem) {
    const href = itemHref(item);
    if (href) return navigateTo(href);
    onClose();
    if (item.kind === "action") item.action.run();
  }

  function runCommand(command: CardCommand, card: FoundCard) {
    const rejection = findRejection(command, card.status, role);
    if (rejection) return showMessage(rejection);
    if (command === "reissue" || command === "block") return navigateTo(`${cardHref(card.id)}?${command}`);
    if (command === "copy") {
      void copyText(card.id).then((didCopy) =>
        showMessage(didCopy ? "Card ID copied." : "Couldn’t copy card ID."),
      );
      return;
    }
    const isResult = results?.cards.some(({ id }) => id === card.id);
    const readAt = isResult ? results?.readAt : undefined;
    setFreezeFlow({ card: { ...card, readAt: readAt ?? NEVER }, freeze: card.status !== "FROZEN" });
    props.setIsSearching(false);
  }

  function leaveFlow() {
    setFreezeFlow(null);
    setActiveKey(null);
    props.setIsSearching(true);
    // The input must be visible to take the focus; selecting its text lets the next search replace it.
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.select();
    });
  }

  const handleKey = usePaletteKeys({
    text,
    setText,
    items,
    active,
    setActiveKey,
    cards,
    isCurrent: isListCurrent,
    bufferedKeys: props.bufferedKeys,
    onOpen: openItem,
    onCommand: runCommand,
    onAmbiguous: () => showMessage("Several cards match. Select one with ↓ first."),
  });

  // In a layout effect because a key pressed before it ran would act on the previous list.
  useLayoutEffect(() => {
    keys.current = {
      handleKey,
      goBack: () => {
        if (freezeFlow && !isFlowBusy.current) leaveFlow();
        return freezeFlow !== null;
      },
    };
    return () => {
      keys.current = null;
    };
  });

  if (freezeFlow) {
    return (
      <FreezeFlow
        {...freezeFlow}
        role={role}
        isBusy={isFlowBusy}
        onBack={leaveFlow}
        onNavigate={navigateTo}
        onDone={onClose}
      />
    );
  }
  return (
    <>
      {error && (
        <div className="p-3">
          <ErrorState error={error} onRetry={retry} isInline />
        </div>
      )}
      {searchByLastFour(text) !== text && <CardNumberNote className="px-4 pt-3" />}
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
        onOpen={openItem}
        onChoose={({ key }) => setActiveKey(key)}
      />
      {items.length === 0 && isCurrent && results && (
        <NoResults text={searchByLastFour(text.trim())} index={results.index} />
      )}
      <PaletteBar
        card={target}
        isEnterTarget={target !== null && (active ?? items[0])?.key === cardItem(target).key}
        hasCards={cards.length > 0 && text.trim() !== ""}
        role={role}
        index={results?.index}
        isWaiting={isWaiting}
        message={message?.text === text ? message.content : null}
        onOpen={(card) => navigateTo(cardHref(card.id))}
        onCommand={runCommand}
      />
      <p role="status" className="sr-only">
        {isCurrent && text.trim() !== "" && resultCountText(items.length)}
      </p>
    </>
  );
}

/** For a recent card without results, so that any other reading is newer. */
const NEVER = new Date(0).toISOString();

function resultCountText(count: number): string {
  if (count === 0) return "No results";
  return count === 1 ? "1 result" : `${count} results`;
}
