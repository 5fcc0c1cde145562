"use client";

/** Falls back to copying a selection: the Clipboard API is unavailable without https. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const textarea = document.createElement("textarea");
  const focused = document.activeElement;
  textarea.value = text;
  textarea.setAttribute("aria-hidden", "true");
  textarea.className = "sr-only";
  // While a modal dialog is open, the rest of the page is inert and can't be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(textarea);
  textarea.select();
  const didCopy = document.execCommand("copy");
  textarea.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return didCopy;
}
