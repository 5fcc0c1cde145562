/** Where a person was when they left a page: its scroll position, and the row or cell that had the focus. */
type Place = { y: number; focused: string | null };

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
 * short. Restores it again when the page is there, and the focus of what they opened.
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
  return { y: window.scrollY, focused: selectorOf(document.activeElement) };
}

/** Finds the row of a table, or the cell of a grid, in a later rendering of the page. */
export function selectorOf(element: Pick<Element, "closest"> | null): string | null {
  const row = element?.closest<HTMLElement>("tr[data-row], [role=gridcell][data-row]");
  if (!row) return null;
  const { row: id = "", column } = row.dataset;
  if (column === undefined) return `tr[data-row=${quote(id)}] a[data-row-link]`;
  return `[role=gridcell][data-row=${quote(id)}][data-column=${quote(column)}]`;
}

function returnTo({ y, focused }: Place): () => void {
  const endsAt = performance.now() + MAX_WAIT_MS;
  let settledFrames = 0;
  let frame = requestAnimationFrame(function check() {
    const isTallEnough = document.documentElement.scrollHeight - window.innerHeight >= y;
    if (isTallEnough && Math.abs(window.scrollY - y) > 1) window.scrollTo({ top: y, behavior: "instant" });
    if (focused && document.activeElement === document.body)
      document.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
    const isThere = isTallEnough && (focused === null || document.activeElement !== document.body);
    settledFrames = isThere ? settledFrames + 1 : 0;
    if (settledFrames < SETTLED_FRAMES && performance.now() < endsAt) frame = requestAnimationFrame(check);
  });
  return () => cancelAnimationFrame(frame);
}

const quote = (text: string) => `"${CSS.escape(text)}"`;
