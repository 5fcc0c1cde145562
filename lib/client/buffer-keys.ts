import { OVERLAY } from "./key-targets";
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

/** Whether a popup would handle this key; browser shortcuts (Ctrl+R, F5) are excluded. */
export function isForPopup(press: KeyPress): boolean {
  if (isCharacter(press)) return true;
  return EDITING_KEYS.has(press.key) && !press.ctrlKey && !press.metaKey && !press.altKey;
}

/** Holding down Enter or Space must not confirm the dialog that it has just opened. */
export function isIgnoredRepeat({ key, repeat }: Pick<KeyboardEvent, "key" | "repeat">): boolean {
  return repeat && (key === "Enter" || key === " ");
}

type Options = {
  /** Whether the focus is inside the popup. */
  isReady: () => boolean;
  /** Called on Escape or a press outside the popup. */
  onCancel: () => void;
  /** The key that opened the popup, if it is also input for it. */
  firstKey?: KeyboardEvent | null;
};

/**
 * Buffers keys until the opening popup has the focus, then replays them there in order, so that nothing typed is lost
 * while its code loads or its focus moves. Returns a function that stops buffering.
 */
export function bufferKeys({ isReady, onCancel, firstKey }: Options): () => void {
  const buffered: KeyboardEvent[] = firstKey ? [firstKey] : [];
  const controller = new AbortController();
  let replayed: KeyboardEvent | null = null;
  let isReplaying = false;

  function cancel() {
    controller.abort();
    onCancel();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event === replayed || event.isComposing) return;
    const isEscape = event.key === "Escape";
    if (!isEscape && !isForPopup(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isEscape && !isReplaying) cancel();
    else if (!isIgnoredRepeat(event)) {
      buffered.push(event);
      void loadReplay();
    }
  }

  function onPointerDown({ target }: PointerEvent) {
    if (isReplaying || !(target instanceof Element)) return;
    // The trigger button closes the popup itself.
    if (target.closest("[aria-haspopup]")) return;
    if (target.closest(OVERLAY)) controller.abort();
    else cancel();
  }

  async function replayAll() {
    while (!(await isFocusStable(isReady))) if (controller.signal.aborted) return;
    isReplaying = true;
    const replay = buffered.length > 0 ? await loadReplay() : null;
    for (let next = buffered.shift(); next && !controller.signal.aborted; next = buffered.shift()) {
      replay?.replayKey(next, (event) => {
        replayed = event;
      });
      // Render the effect of this key before the next one is replayed.
      await nextFrame();
    }
    controller.abort();
  }

  const options = { capture: true, signal: controller.signal };
  window.addEventListener("keydown", onKeyDown, options);
  window.addEventListener("pointerdown", onPointerDown, options);
  void replayAll();
  return () => controller.abort();
}

/** Seldom needed, so it loads with the first key. Without it the keys are lost, but the popup works. */
function loadReplay() {
  return import("./replay-key").catch(() => null);
}

/** A popup may move the focus twice, to itself and then to its first item, so it must stay put for a frame. */
async function isFocusStable(isReady: () => boolean): Promise<boolean> {
  const before = document.activeElement;
  await nextFrame();
  return isReady() && document.activeElement === before;
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
