"use client";

import { Suspense, useEffect, useState } from "react";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { localTimeZone } from "@/lib/client/time-zone";
import { formatDateTime } from "@/lib/domain/time/date-time";
import type { TooltipPopupProps } from "./tooltip-popup";

const OPEN_AFTER_MS = 450;
const CLOSE_AFTER_MS = 120;
/** Moving from one tooltip to the next has no delay. */
const NO_DELAY_WITHIN_MS = 400;

type Tip = { anchor: Element; text: string };

const popup = loadOnIntent<TooltipPopupProps>(() => import("./tooltip-popup"));

/**
 * Handles all tooltips of the page on hover and keyboard focus: the text of `data-tip` (if empty, the accessible name),
 * both zones of a `<time>`, and the value of `data-copy`. One layer, because a table may have fifty tooltips.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip | null>(null);
  const [isMounted, setIsMounted] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: Tip | null = null;
    let closedAt = Number.NEGATIVE_INFINITY;

    function schedule(next: Tip | null, delayMs: number) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (shown && !next) closedAt = performance.now();
        shown = next;
        setTip(next);
      }, delayMs);
    }

    function openOrClose(target: EventTarget | null, delayMs: number) {
      const next = findTip(target);
      if (!next) {
        schedule(null, CLOSE_AFTER_MS);
        return;
      }
      popup.preload();
      setIsMounted(true);
      const hasNoDelay = shown !== null || performance.now() - closedAt < NO_DELAY_WITHIN_MS;
      schedule(next, hasNoDelay ? 0 : delayMs);
    }

    const handlePointerOver = (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      // The pointer may move onto the tooltip.
      if (event.target instanceof Element && event.target.closest("[data-tip-popup]")) clearTimeout(timer);
      else openOrClose(event.target, OPEN_AFTER_MS);
    };
    const handleFocusIn = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible"))
        openOrClose(event.target, 0);
    };
    const hide = () => schedule(null, 0);
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") hide();
    };

    document.addEventListener("pointerover", handlePointerOver);
    document.addEventListener("pointerdown", hide, true);
    document.addEventListener("focusin", handleFocusIn);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", handleKeyDown, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", handlePointerOver);
      document.removeEventListener("pointerdown", hide, true);
      document.removeEventListener("focusin", handleFocusIn);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("keydown", handleKeyDown, true);
    };
  }, []);

  if (!isMounted) return null;
  return (
    <Suspense fallback={null}>
      <popup.Component tip={tip} />
    </Suspense>
  );
}

function findTip(target: EventTarget | null): Tip | null {
  const anchor = target instanceof Element ? target.closest("[data-tip], [data-copy], time[datetime]") : null;
  if (!(anchor instanceof HTMLElement) || anchor.getAttribute("aria-expanded") === "true") return null;
  const text = tipText(anchor);
  return text ? { anchor, text } : null;
}

function tipText(anchor: HTMLElement): string | null {
  const { tip, copy, copied } = anchor.dataset;
  if (copied) return null;
  if (copy !== undefined) return anchor.textContent === copy ? "Copy" : copy;
  if (anchor instanceof HTMLTimeElement) return formatInBothZones(new Date(anchor.dateTime));
  return tip || anchor.getAttribute("aria-label");
}

function formatInBothZones(instant: Date): string {
  const local = localTimeZone();
  const zones = local === "UTC" ? ["UTC"] : ["UTC", local];
  return zones.map((timeZone) => formatDateTime(instant, { style: "full", timeZone })).join("\n");
}
