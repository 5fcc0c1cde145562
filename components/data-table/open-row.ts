import type { MouseEvent } from "react";

export const ROW_LINK_SELECTOR = "a[data-row-link]";

const CONTROL_SELECTOR = "a, button, input, label, select, textarea, [role=menuitem]";

/**
 * Forwards a click anywhere on a row to the row's link, with its modifier keys so that it can open a new tab. Ignores
 * clicks that end a text selection. Links in rows are plain, so the table navigates for them.
 */
export function openRow(event: MouseEvent<HTMLElement>, openLink: (link: HTMLAnchorElement) => void): void {
  const { target, currentTarget } = event;
  if (event.defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return;
  const control = target.closest(CONTROL_SELECTOR);
  if (control) {
    if (control instanceof HTMLAnchorElement && isPlainClick(event) && isInternalLink(control)) {
      event.preventDefault();
      openLink(control);
    }
    return;
  }
  if (window.getSelection()?.toString()) return;
  const link = target.closest("tr")?.querySelector<HTMLAnchorElement>(ROW_LINK_SELECTOR);
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

function isPlainClick({ type, button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return type === "click" && button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;
}

function isInternalLink({ origin, target, download }: HTMLAnchorElement): boolean {
  return origin === window.location.origin && target === "" && download === "";
}
