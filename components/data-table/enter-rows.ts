import { MODAL } from "@/lib/client/key-targets";
import type { KeyPress } from "@/lib/client/shortcut-keys";
import { ROW_LINK_SELECTOR } from "./open-row";

type Press = KeyPress & Pick<KeyboardEvent, "defaultPrevented" | "isComposing" | "preventDefault">;

/** While nothing has the focus, ↓ gives it to the rows' tab stop: the first row, or the one that had it last. */
export function enterRows(
  press: Press,
  rows: ParentNode | null,
  page: Pick<Document, "activeElement" | "body" | "querySelector">,
): void {
  // With Shift it extends a selection of text.
  const hasModifier = press.ctrlKey || press.metaKey || press.shiftKey || press.altKey;
  if (press.key !== "ArrowDown" || hasModifier || press.defaultPrevented || press.isComposing) return;
  const hasFocus = page.activeElement !== null && page.activeElement !== page.body;
  if (hasFocus || page.querySelector(MODAL)) return;
  const row = rows?.querySelector<HTMLElement>(`${ROW_LINK_SELECTOR}:not([tabindex="-1"])`);
  if (!row) return;
  press.preventDefault();
  row.focus();
}
