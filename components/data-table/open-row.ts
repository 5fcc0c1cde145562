import type { MouseEvent } from "react";

const CONTROL = "a, button, input, label, select, textarea, [role=menuitem]";

/**
 * A click on a row's text that lies above the row's link, such as a time with a hint, is meant for the link. Its
 * modifiers go along, so that a new tab is still a new tab.
 */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(CONTROL)) return;
  const link = target.closest("tr")?.querySelector<HTMLAnchorElement>("a[data-row-link]");
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
