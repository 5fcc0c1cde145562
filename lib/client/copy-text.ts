"use client";

/** The clipboard is closed to pages without https; a selection is not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const holder = document.createElement("textarea");
  const focused = document.activeElement;
  holder.value = text;
  holder.setAttribute("aria-hidden", "true");
  holder.className = "sr-only";
  // Outside an open dialog the page is inert, and nothing there can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(holder);
  holder.select();
  const didCopy = document.execCommand("copy");
  holder.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return didCopy;
}
