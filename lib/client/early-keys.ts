import { OVERLAY } from "./key-targets";
import { pressKey } from "./press-key";
import { isCharacter, type KeyPress } from "./shortcut-keys";

const EDITING_KEYS: ReadonlySet<string> = new Set([
  "Enter",
  "Tab",
  "Backspace",
  "Delete",
  "Home",
  "End",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
]);

/** Whether a popup would have used this key. The browser's own keys (Ctrl+R, F5) are left alone. */
export function isForPopup(press: KeyPress): boolean {
  if (isCharacter(press)) return true;
  return EDITING_KEYS.has(press.key) && !press.ctrlKey && !press.metaKey && !press.altKey;
}

/** Holding Enter or Space must not confirm what it has just opened. */
export function isIgnoredRepeat({ key, repeat }: Pick<KeyboardEvent, "key" | "repeat">): boolean {
  return repeat && (key === "Enter" || key === " ");
}

type Options = {
  /** Whether the focus is where the keys belong. */
  isReady: () => boolean;
  /** Escape, or a press elsewhere: nobody waits for it any more. */
  onLeave: () => void;
  /** The key that opened it and belongs into it. */
  first?: KeyboardEvent | null;
};

/**
 * Keeps every key from now until something that opens has the focus, then presses them there in order: code that
 * loads late, and focus that moves a frame later, lose nothing. Returns how to give up.
 */
export function keepEarlyKeys({ isReady, onLeave, first }: Options): () => void {
  const kept: KeyboardEvent[] = first ? [first] : [];
  const ending = new AbortController();
  let pressed: KeyboardEvent | null = null;
  let isThere = false;

  function leave() {
    ending.abort();
    onLeave();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event === pressed || event.isComposing) return;
    const isEscape = event.key === "Escape";
    if (!isEscape && !isForPopup(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isEscape && !isThere) leave();
    else if (!isIgnoredRepeat(event)) kept.push(event);
  }

  function onPointerDown({ target }: PointerEvent) {
    if (isThere || !(target instanceof Element)) return;
    // The button that opens it closes it by itself.
    if (target.closest("[aria-haspopup]")) return;
    if (target.closest(OVERLAY)) ending.abort();
    else leave();
  }

  async function pressAll() {
    while (!(await isSettled(isReady))) if (ending.signal.aborted) return;
    isThere = true;
    for (let next = kept.shift(); next && !ending.signal.aborted; next = kept.shift()) {
      pressKey(next, (event) => {
        pressed = event;
      });
      // What the last key did is drawn before the next one comes.
      await nextFrame();
    }
    ending.abort();
  }

  const listening = { capture: true, signal: ending.signal };
  window.addEventListener("keydown", onKeyDown, listening);
  window.addEventListener("pointerdown", onPointerDown, listening);
  void pressAll();
  return () => ending.abort();
}

/** A popup may move the focus twice, to itself and then to its first item: it is there when it rests. */
async function isSettled(isReady: () => boolean): Promise<boolean> {
  const before = document.activeElement;
  await nextFrame();
  return isReady() && document.activeElement === before;
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
