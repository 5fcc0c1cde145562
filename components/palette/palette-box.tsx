"use client";

import Search from "lucide-react/icons/search";
import { usePathname } from "next/navigation";
import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { classNames } from "@/components/ui/class-names";
import { Spinner } from "@/components/ui/messages/spinner";
import { Kbd } from "@/components/ui/values/kbd";
import { addRecentItem } from "@/lib/client/recent-items";
import { useShortcut } from "@/lib/client/shortcuts";
import { SEARCH_MAX_CHARACTERS } from "@/lib/domain/cards/search-results";
import type { Role } from "@/lib/domain/people/permissions";
import { bufferKey, NO_BUFFERED_KEYS } from "./buffered-keys";
import type { PalettePage } from "./palette-items";
import type { PaletteKeys, PaletteProps } from "./palette-props";

type PaletteBoxProps = { role: Role; pages: readonly PalettePage[]; signOut: () => Promise<void> };

const PLACEHOLDER = "Name, last four, or any ID";

let loaded: ComponentType<PaletteProps> | null = null;

async function loadPalette(): Promise<ComponentType<PaletteProps>> {
  loaded ??= (await import("./palette")).default;
  return loaded;
}

function preload() {
  // Opening the palette loads it again and shows the error.
  loadPalette().catch(() => undefined);
}

/**
 * The input is part of the page, so that no letter is lost while the palette's code loads. It doesn't use lazy()
 * because React shows a fallback for at least 300 ms.
 */
export function PaletteBox({ role, pages, signOut }: PaletteBoxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<PaletteKeys | null>(null);
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [isSearching, setIsSearching] = useState(true);
  const [bufferedKeys, setBufferedKeys] = useState(NO_BUFFERED_KEYS);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const pathname = usePathname();

  useEffect(() => addRecentItem(pathname), [pathname]);
  useShortcut({ keys: "mod+k", label: "Find anything", group: "Anywhere" }, openPalette);
  useShortcut({ keys: "/", label: "Find anything", group: "Anywhere" }, openPalette);

  function load() {
    setHasFailed(false);
    loadPalette().then(
      (component) => setPalette(() => component),
      () => setHasFailed(true),
    );
  }

  function openPalette() {
    if (dialog.current?.open) return;
    load();
    setText("");
    setActiveKey(null);
    setIsSearching(true);
    setBufferedKeys(NO_BUFFERED_KEYS);
    setIsOpen(true);
    dialog.current?.showModal();
  }

  // If nothing was focused before, the hidden input would keep the focus and take the next key.
  function close() {
    dialog.current?.close();
    if (document.activeElement === input.current) input.current?.blur();
  }

  function goBack() {
    if (!keys.current?.goBack()) close();
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      // The browser's default would close the dialog instead of going back one step.
      event.preventDefault();
      return goBack();
    }
    if (event.target !== input.current) return;
    if (keys.current) keys.current.handleKey(event);
    else bufferKeyPress(event);
  }

  /** Buffers arrow keys and Enter until the palette has loaded; letters are in the input anyway. */
  function bufferKeyPress(event: KeyboardEvent<HTMLElement>) {
    // Arrow keys would move the caret.
    if (event.key === "ArrowDown" || event.key === "ArrowUp") event.preventDefault();
    setBufferedKeys(bufferKey(bufferedKeys, event.key, text));
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        aria-label={`Find anything: ${PLACEHOLDER}`}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={openPalette}
        className="flex h-8 w-full min-w-0 items-center gap-2 rounded-control border border-line-control bg-surface pr-1.5 pl-2.5 text-start text-ink-3 transition-colors duration-quick hover:border-ink-3 max-md:ml-auto max-md:size-10 max-md:justify-center max-md:border-transparent max-md:bg-transparent max-md:p-0 max-md:text-ink-2 max-md:hover:bg-hover"
      >
        <Search className="size-4 shrink-0 max-md:size-4.5" strokeWidth={1.7} aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate max-md:hidden">{PLACEHOLDER}</span>
        <Kbd keys="mod+k" className="max-md:hidden" />
      </button>
      <dialog
        ref={dialog}
        aria-label="Find anything"
        onKeyDown={handleKeyDown}
        onCancel={(event) => {
          event.preventDefault();
          goBack();
        }}
        // The event fires asynchronously, when the dialog may be open again.
        onClose={() => setIsOpen(dialog.current?.open ?? false)}
        onClick={(event) => {
          if (event.target === event.currentTarget && isSearching) close();
        }}
        className="m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-transparent p-0 text-ink backdrop:bg-veil sm:mx-auto sm:mt-[11vh] sm:h-fit sm:max-h-[76vh] sm:w-[42rem] sm:max-w-[calc(100vw-3rem)] sm:rounded-panel sm:border sm:border-line-strong sm:shadow-dialog"
      >
        <div className="flex h-full max-h-[inherit] flex-col bg-raised">
          <div
            className={classNames(
              "flex h-13 shrink-0 items-center gap-2.5 border-line border-b px-4",
              !isSearching && "hidden",
            )}
          >
            <Search className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
            <input
              ref={input}
              type="text"
              role="combobox"
              aria-label={PLACEHOLDER}
              aria-expanded={Palette !== null}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={activeKey ? `${listId}-${activeKey}` : undefined}
              placeholder="Name, last four, or any ID"
              autoComplete="off"
              autoCorrect="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={SEARCH_MAX_CHARACTERS}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setActiveKey(null);
              }}
              className="h-full min-w-0 flex-1 bg-transparent text-[1rem] outline-none"
            />
            <button
              type="button"
              onClick={close}
              aria-label="Close"
              className="grid h-9 place-items-center rounded-control px-1 text-ink-2 hover:text-ink touch:min-w-10"
            >
              <Kbd keys="escape" className="touch:hidden" />
              <span className="hidden touch:inline">Close</span>
            </button>
          </div>
          {isOpen &&
            (Palette ? (
              <Palette
                role={role}
                pages={pages}
                signOut={signOut}
                listId={listId}
                text={text}
                setText={setText}
                activeKey={activeKey}
                setActiveKey={setActiveKey}
                isSearching={isSearching}
                setIsSearching={setIsSearching}
                bufferedKeys={bufferedKeys}
                input={input}
                keys={keys}
                onClose={close}
              />
            ) : (
              <div className="grid min-h-24 place-items-center px-4 text-ink-2">
                {hasFailed ? (
                  <p className="flex flex-wrap items-center gap-3" role="alert">
                    Couldn’t load search. Check your connection.
                    <Button size="small" onClick={load}>
                      Try again
                    </Button>
                  </p>
                ) : (
                  <Spinner className="text-ink-3" />
                )}
              </div>
            ))}
        </div>
      </dialog>
    </>
  );
}
