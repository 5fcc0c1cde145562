"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { FIELD, MODAL, OVERLAY } from "./key-targets";
import { matches, parseKeys } from "./shortcut-keys";

export type Shortcut = {
  keys: string;
  /** What it does, for the list behind `?`. */
  label: string;
  group: string;
};

type Registered = Shortcut & { run?: (event: KeyboardEvent) => void };

const NEXT_KEY_MS = 1200;
const NONE: readonly Shortcut[] = [];

let registered: readonly Registered[] = [];
let pressed: KeyboardEvent[] = [];
const listeners = new Set<() => void>();

function handle(event: KeyboardEvent) {
  if (event.defaultPrevented || event.repeat || event.isComposing) return;
  if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  const target = event.target instanceof Element ? event.target : null;
  const isHeld = event.ctrlKey || event.metaKey;
  if (!isHeld && target?.closest(FIELD)) return;
  // The focus may rest on the page while a modal covers it: its keys are not the page's.
  if (target?.closest(OVERLAY) || document.querySelector(MODAL)) return;

  pressed = [...pressed.filter(({ timeStamp }) => event.timeStamp - timeStamp < NEXT_KEY_MS), event];
  // The page's own stand above the shell's: the last one to come is asked first.
  const found = registered.findLast(({ keys, run }) => run && endsWith(pressed, keys));
  if (!found?.run) return;
  pressed = [];
  event.preventDefault();
  found.run(event);
}

function endsWith(presses: KeyboardEvent[], keys: string): boolean {
  const chords = parseKeys(keys);
  const last = presses.slice(-chords.length);
  return (
    last.length === chords.length &&
    chords.every((chord, index) => {
      const press = last[index];
      return press !== undefined && matches(chord, press);
    })
  );
}

function register(shortcut: Registered): () => void {
  if (registered.length === 0) window.addEventListener("keydown", handle);
  registered = [...registered, shortcut];
  for (const listener of listeners) listener();
  return () => {
    registered = registered.filter((other) => other !== shortcut);
    if (registered.length === 0) window.removeEventListener("keydown", handle);
    for (const listener of listeners) listener();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A key that works wherever nobody is typing, for as long as this component is on the screen. */
export function useShortcut(shortcut: Shortcut, run: (event: KeyboardEvent) => void, isOn = true): void {
  const { keys, label, group } = shortcut;
  const runNow = useEffectEvent(run);
  // Whoever sees a key's sign may press it: it is registered before the browser paints.
  useLayoutEffect(() => {
    if (!isOn) return;
    return register({ keys, label, group, run: (event) => runNow(event) });
  }, [keys, label, group, isOn]);
}

/** Lists a key that is handled where it belongs: arrows in a table, Escape in a box. */
export function useShortcutNote({ keys, label, group }: Shortcut): void {
  useEffect(() => register({ keys, label, group }), [keys, label, group]);
}

/** Everything that has a key right now. */
export function useRegisteredShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    subscribe,
    () => registered,
    () => NONE,
  );
}
