import type { MouseEvent } from "react";

const CONTROL = "a, button, input, label, select, textarea, [role=menuitem]";

/**
 * A click anywhere on a row is meant for the row's link. Its modifiers go along, so that a new tab is still a new
 * tab; text that was just selected is meant for copying.
 */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(CONTROL)) return;
  if (window.getSelection()?.toString()) return;
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
