"use client";

import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { copyText } from "@/lib/client/copy-text";

const OUTCOME_SHOWN_MS = 1600;

/**
 * Handles all `data-copy` buttons of the page: a click copies the attribute's value and sets `data-copied` for the
 * button's style; screen readers get the outcome from here.
 */
export function CopyLayer() {
  // Screen readers announce only what is inside an open modal.
  const [container, setContainer] = useState<Element | null>(null);
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    const timers = new Map<HTMLElement, ReturnType<typeof setTimeout>>();

    const handleIntent = ({ target }: Event) => {
      const button = findCopyButton(target);
      if (button) setContainer(button.closest("[role=dialog], dialog") ?? document.body);
    };
    const handleClick = async ({ target }: Event) => {
      const button = findCopyButton(target);
      if (!button) return;
      const outcome = (await copyText(button.dataset.copy ?? "")) ? "Copied" : "Not copied";
      button.dataset.copied = outcome;
      setAnnouncement(outcome);
      clearTimeout(timers.get(button));
      timers.set(
        button,
        setTimeout(() => {
          delete button.dataset.copied;
          setAnnouncement("");
        }, OUTCOME_SHOWN_MS),
      );
    };

    document.addEventListener("focusin", handleIntent);
    document.addEventListener("pointerdown", handleIntent);
    document.addEventListener("click", handleClick);
    return () => {
      for (const timer of timers.values()) clearTimeout(timer);
      document.removeEventListener("focusin", handleIntent);
      document.removeEventListener("pointerdown", handleIntent);
      document.removeEventListener("click", handleClick);
    };
  }, []);

  if (!container?.isConnected) return null;
  return createPortal(
    <span role="status" className="sr-only">
      {announcement}
    </span>,
    container,
  );
}

function findCopyButton(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
}
