"use client";

import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { copyText } from "@/lib/client/copy-text";

const SAID_MS = 1600;

/**
 * One for the whole page, as the tooltips are: a press on `data-copy` copies what stands there, and the button says how
 * it went (`data-copied`), in a picture by its style and in words here.
 */
export function CopyLayer() {
  // Whoever hears the page hears of a dialog only what is inside it.
  const [place, setPlace] = useState<Element | null>(null);
  const [said, setSaid] = useState("");

  useEffect(() => {
    const timers = new Map<HTMLElement, ReturnType<typeof setTimeout>>();

    const near = ({ target }: Event) => {
      const button = copyButton(target);
      if (button) setPlace(button.closest("[role=dialog], dialog") ?? document.body);
    };
    const press = async ({ target }: Event) => {
      const button = copyButton(target);
      if (!button) return;
      const outcome = (await copyText(button.dataset.copy ?? "")) ? "Copied" : "Not copied";
      button.dataset.copied = outcome;
      setSaid(outcome);
      clearTimeout(timers.get(button));
      timers.set(
        button,
        setTimeout(() => {
          delete button.dataset.copied;
          setSaid("");
        }, SAID_MS),
      );
    };

    document.addEventListener("focusin", near);
    document.addEventListener("pointerdown", near);
    document.addEventListener("click", press);
    return () => {
      for (const timer of timers.values()) clearTimeout(timer);
      document.removeEventListener("focusin", near);
      document.removeEventListener("pointerdown", near);
      document.removeEventListener("click", press);
    };
  }, []);

  if (!place?.isConnected) return null;
  return createPortal(
    <span role="status" className="sr-only">
      {said}
    </span>,
    place,
  );
}

function copyButton(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
}
