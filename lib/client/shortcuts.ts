"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { FIELD, MODAL, OVERLAY } from "./key-targets";
import { isCharacter, matchesChord, parseKeys } from "./shortcut-keys";

export type Shortcut = {
  keys: string;
  /** Shown in the list of shortcuts that `?` opens. */
  label: string;
  group: string;
};

type Registered = Shortcut & { run?: (event: KeyboardEvent) => void };

const SEQUENCE_TIMEOUT_MS = 1200;
/** Longer than between two keys of a person who types. */
const TYPING_PAUSE_MS = 500;
const NONE: readonly Shortcut[] = [];

let registered: readonly Registered[] = [];
let pressed: KeyboardEvent[] = [];
let typedAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();

/** Runs before anything else sees the key, because a field may handle it and move the focus. */
function watchTyping(event: KeyboardEvent) {
  const isText = isCharacter(event) && event.target instanceof Element && event.target.closest(FIELD);
  // Who presses Escape has finished.
  if (event.key === "Escape") typedAt = Number.NEGATIVE_INFINITY;
  else if (isText || isTyping(event)) typedAt = event.timeStamp;
}

/** What follows a text without a pause belongs to it, wherever the focus is now. */
function isTyping({ timeStamp }: KeyboardEvent): boolean {
  return timeStamp - typedAt < TYPING_PAUSE_MS;
}

function handleKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.repeat || event.isComposing) return;
  if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  const target = event.target instanceof Element ? event.target : null;
  const hasModifier = event.ctrlKey || event.metaKey;
  if (!hasModifier && (target?.closest(FIELD) || isTyping(event))) return;
  // A modal may cover the page without having the focus.
  if (target?.closest(OVERLAY) || document.querySelector(MODAL)) return;

  pressed = [...pressed.filter(({ timeStamp }) => event.timeStamp - timeStamp < SEQUENCE_TIMEOUT_MS), event];
  // A page's shortcuts register after the shell's and take precedence.
  const match = registered.findLast(({ keys, run }) => run && endsWith(pressed, keys));
  if (!match?.run) return;
  pressed = [];
  event.preventDefault();
  match.run(event);
}

function endsWith(presses: KeyboardEvent[], keys: string): boolean {
  const chords = parseKeys(keys);
  const last = presses.slice(-chords.length);
  return (
    last.length === chords.length &&
    chords.every((chord, index) => {
      const press = last[index];
      return press !== undefined && matchesChord(chord, press);
    })
  );
}

function register(shortcut: Registered): () => void {
  if (registered.length === 0) {
    window.addEventListener("keydown", watchTyping, true);
    window.addEventListener("keydown", handleKeyDown);
  }
  registered = [...registered, shortcut];
  for (const listener of listeners) listener();
  return () => {
    registered = registered.filter((other) => other !== shortcut);
    if (registered.length === 0) {
      window.removeEventListener("keydown", watchTyping, true);
      window.removeEventListener("keydown", handleKeyDown);
    }
    for (const listener of listeners) listener();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers a shortcut while the component is mounted; it doesn't fire while the person is typing. */
export function useShortcut(shortcut: Shortcut, run: (event: KeyboardEvent) => void, isEnabled = true): void {
  const { keys, label, group } = shortcut;
  const runLatest = useEffectEvent(run);
  // Registered before the browser paints, because a visible key hint must already work.
  useLayoutEffect(() => {
    if (!isEnabled) return;
    return register({ keys, label, group, run: (event) => runLatest(event) });
  }, [keys, label, group, isEnabled]);
}

/** Adds a key to the list of shortcuts that another handler implements, such as arrow keys in a table. */
export function useListedShortcut({ keys, label, group }: Shortcut, isEnabled = true): void {
  useEffect(
    () => (isEnabled ? register({ keys, label, group }) : undefined),
    [keys, label, group, isEnabled],
  );
}

/** All shortcuts that are registered now. */
export function useRegisteredShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    subscribe,
    () => registered,
    () => NONE,
  );
}
