"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { Drag } from "./watch-touch-drag";

/** `watchTouchDrag`, whose code loads only for a touch screen. */
export function useTouchDrag(strip: RefObject<HTMLElement | null>, drag: Drag): void {
  const latest = useRef(drag);
  useEffect(() => {
    latest.current = drag;
  });

  useEffect(() => {
    if (navigator.maxTouchPoints === 0) return;
    let end: (() => void) | null | undefined;
    import("./watch-touch-drag").then(
      ({ watchTouchDrag }) => {
        if (end === null || !strip.current) return;
        end = watchTouchDrag(strip.current, {
          onOver: (draggedId, overId) => latest.current.onOver(draggedId, overId),
          onDrop: (draggedId, overId) => latest.current.onDrop(draggedId, overId),
        });
      },
      // The menu moves tabs, too.
      () => {},
    );
    return () => {
      end?.();
      end = null;
    };
  }, [strip]);
}
