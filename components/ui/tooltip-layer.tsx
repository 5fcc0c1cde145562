"use client";

import { Suspense, useEffect, useState } from "react";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { localTimeZone } from "@/lib/client/time-zone";
import { formatDateTime } from "@/lib/domain/date-time";
import type { TooltipPopupProps } from "./tooltip-popup";

const OPEN_AFTER_MS = 450;
const CLOSE_AFTER_MS = 120;
/** Going from one to the next, nobody waits again. */
const WARM_MS = 400;

type Tip = { anchor: Element; text: string };

const popup = loadOnIntent<TooltipPopupProps>(() => import("./tooltip-popup"));

/**
 * One for the whole page: shows what stands in `data-tip` (left empty: its name), both zones of a `<time>`, and what
 * `data-copy` would copy, on hover and on keyboard focus. A table of fifty rows with a hint in each costs no more than
 * one.
 */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip | null>(null);
  const [isNeeded, setIsNeeded] = useState(false);

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

    function offer(target: EventTarget | null, delayMs: number) {
      const next = readTip(target);
      if (!next) {
        schedule(null, CLOSE_AFTER_MS);
        return;
      }
      popup.preload();
      setIsNeeded(true);
      const isWarm = shown !== null || performance.now() - closedAt < WARM_MS;
      schedule(next, isWarm ? 0 : delayMs);
    }

    const over = (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      // The pointer may rest on the words themselves.
      if (event.target instanceof Element && event.target.closest("[data-tip-popup]")) clearTimeout(timer);
      else offer(event.target, OPEN_AFTER_MS);
    };
    const focus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible")) offer(event.target, 0);
    };
    const hide = () => schedule(null, 0);
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") hide();
    };

    document.addEventListener("pointerover", over);
    document.addEventListener("pointerdown", hide, true);
    document.addEventListener("focusin", focus);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", key, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", over);
      document.removeEventListener("pointerdown", hide, true);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("keydown", key, true);
    };
  }, []);

  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <popup.Component tip={tip} />
    </Suspense>
  );
}

function readTip(target: EventTarget | null): Tip | null {
  const anchor = target instanceof Element ? target.closest("[data-tip], [data-copy], time[datetime]") : null;
  if (!(anchor instanceof HTMLElement) || anchor.getAttribute("aria-expanded") === "true") return null;
  const text = tipOf(anchor);
  return text ? { anchor, text } : null;
}

function tipOf(anchor: HTMLElement): string | null {
  const { tip, copy, copied } = anchor.dataset;
  if (copied) return null;
  if (copy !== undefined) return anchor.textContent === copy ? "Copy" : copy;
  if (anchor instanceof HTMLTimeElement) return inBothZones(new Date(anchor.dateTime));
  return tip || anchor.getAttribute("aria-label");
}

function inBothZones(instant: Date): string {
  const local = localTimeZone();
  const zones = local === "UTC" ? ["UTC"] : ["UTC", local];
  return zones.map((timeZone) => formatDateTime(instant, { style: "full", timeZone })).join("\n");
}
