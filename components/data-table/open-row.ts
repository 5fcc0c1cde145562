import type { MouseEvent } from "react";

export const ROW_LINK = "a[data-row-link]";

const CONTROL = "a, button, input, label, select, textarea, [role=menuitem]";

/**
 * A click anywhere on a row is meant for the row's link. Its modifiers go along, so that a new tab is still a new
 * tab; text that was just selected is meant for copying. Links in rows are plain ones: the table follows them.
 */
export function openRow(event: MouseEvent<HTMLElement>, follow: (link: HTMLAnchorElement) => void): void {
  const { target, currentTarget } = event;
  if (event.defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return;
  const control = target.closest(CONTROL);
  if (control) {
    if (control instanceof HTMLAnchorElement && isPlain(event) && isOwnPage(control)) {
      event.preventDefault();
      follow(control);
    }
    return;
  }
  if (window.getSelection()?.toString()) return;
  const link = target.closest("tr")?.querySelector<HTMLAnchorElement>(ROW_LINK);
  if (!link) return;
  if (event.type === "auxclick") {
    if (event.button === 1) window.open(link.href, "_blank", "noopener");
    return;
  }
  const { ctrlKey, metaKey, shiftKey } = event;
  link.dispatchEvent(
    new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}

function isPlain({ type, button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return type === "click" && button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;
}

function isOwnPage({ origin, target, download }: HTMLAnchorElement): boolean {
  return origin === window.location.origin && target === "" && download === "";
}
