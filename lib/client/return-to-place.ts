/** Where a person was when they left a page: its scroll position, and the row of a table that had the focus. */
type Place = { y: number; rowId: string | null };

/** By entry of the browser's history. */
const places = new Map<string, Place>();
let isReturning = false;

/** More than a slow page takes. */
const MAX_WAIT_MS = 5_000;
/** The page may change its height once more right after it has been shown. */
const SETTLED_FRAMES = 20;
const INTERRUPTIONS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Whether the person went Back or Forward and has done nothing since: a list is then needed where they left it. */
export function isReturn(): boolean {
  return isReturning;
}

/**
 * The browser restores the scroll position at once, when the page that the person left is often still shown and too
 * short. Restores it again when the page is there, and the focus of the row that they opened.
 */
export function watchPlaces(): () => void {
  const { navigation } = window;
  // Without this interface, only what the browser restores.
  if (!navigation) return () => undefined;
  const controller = new AbortController();
  const { signal } = controller;
  const keyOf = () => navigation.currentEntry?.key ?? "";
  let stopReturning = () => {};
  const onLeave = ({ navigationType }: NavigateEvent) => {
    if (navigationType === "push" || navigationType === "traverse") places.set(keyOf(), currentPlace());
  };
  const onReturn = () => {
    isReturning = true;
    stopReturning();
    const place = places.get(keyOf());
    if (place) stopReturning = returnTo(place);
  };
  const onInterruption = () => {
    isReturning = false;
    stopReturning();
  };
  navigation.addEventListener("navigate", onLeave, { signal });
  window.addEventListener("popstate", onReturn, { signal });
  for (const type of INTERRUPTIONS)
    window.addEventListener(type, onInterruption, { signal, capture: true, passive: true });
  return () => controller.abort();
}

function currentPlace(): Place {
  const row = document.activeElement?.closest<HTMLElement>("tr[data-row]");
  return { y: window.scrollY, rowId: row?.dataset.row ?? null };
}

function returnTo({ y, rowId }: Place): () => void {
  const endsAt = performance.now() + MAX_WAIT_MS;
  let settledFrames = 0;
  let frame = requestAnimationFrame(function check() {
    const isTallEnough = document.documentElement.scrollHeight - window.innerHeight >= y;
    if (isTallEnough && Math.abs(window.scrollY - y) > 1) window.scrollTo({ top: y, behavior: "instant" });
    if (rowId && document.activeElement === document.body) findRowLink(rowId)?.focus({ preventScroll: true });
    const isThere = isTallEnough && (rowId === null || document.activeElement !== document.body);
    settledFrames = isThere ? settledFrames + 1 : 0;
    if (settledFrames < SETTLED_FRAMES && performance.now() < endsAt) frame = requestAnimationFrame(check);
  });
  return () => cancelAnimationFrame(frame);
}

function findRowLink(rowId: string): HTMLElement | null {
  return document.querySelector(`tr[data-row="${CSS.escape(rowId)}"] a[data-row-link]`);
}
