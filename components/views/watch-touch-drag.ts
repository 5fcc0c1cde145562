export type Drag = {
  /** Null: nothing is dragged any more. */
  onOver: (draggedId: string | null, overId: string | null) => void;
  onDrop: (draggedId: string, overId: string) => void;
};

/** Shorter is a tap, or the beginning of scrolling. */
const HOLD_MS = 350;
const MAX_HOLD_MOVE_PX = 8;
const EDGE_PX = 32;
const SCROLL_STEP_PX = 12;

/**
 * Moves tabs with a finger: hold one, then drag it. Browsers have no drag and drop of their own for touch. Returns
 * what ends it.
 */
export function watchTouchDrag(element: HTMLElement, drag: Drag): () => void {
  let held: { id: string; x: number; y: number; isDragged: boolean; overId: string | null } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ignoresClick = false;

  function end() {
    clearTimeout(timer);
    if (held?.isDragged) drag.onOver(null, null);
    held = null;
  }

  function hold({ pointerType, isPrimary, target, clientX, clientY }: PointerEvent) {
    ignoresClick = false;
    end();
    const id = idOf(target);
    if (pointerType === "mouse" || !isPrimary || id === null) return;
    const pressed = { id, x: clientX, y: clientY, isDragged: false, overId: id };
    held = pressed;
    timer = setTimeout(() => {
      pressed.isDragged = true;
      ignoresClick = true;
      drag.onOver(id, id);
    }, HOLD_MS);
  }

  function follow({ clientX, clientY }: PointerEvent) {
    if (!held) return;
    if (!held.isDragged) {
      if (Math.hypot(clientX - held.x, clientY - held.y) > MAX_HOLD_MOVE_PX) end();
      return;
    }
    const { left, right } = element.getBoundingClientRect();
    if (clientX < left + EDGE_PX) element.scrollLeft -= SCROLL_STEP_PX;
    else if (clientX > right - EDGE_PX) element.scrollLeft += SCROLL_STEP_PX;
    held.overId = idOf(document.elementFromPoint(clientX, clientY));
    drag.onOver(held.id, held.overId);
  }

  function release() {
    const dropped = held?.isDragged ? held : null;
    end();
    if (dropped?.overId) drag.onDrop(dropped.id, dropped.overId);
  }

  // Otherwise the strip would scroll, the link would open, or the browser would show its own menu.
  const preventWhile = (isActive: () => boolean) => (event: Event) => {
    if (isActive()) event.preventDefault();
  };
  const listeners: Record<string, (event: never) => void> = {
    pointerdown: hold,
    pointermove: follow,
    pointerup: release,
    pointercancel: end,
    touchmove: preventWhile(() => held?.isDragged ?? false),
    contextmenu: preventWhile(() => held !== null),
    dragstart: preventWhile(() => held !== null),
    click: preventWhile(() => ignoresClick),
  };
  for (const [type, listener] of Object.entries(listeners))
    element.addEventListener(type, listener as EventListener, { capture: true, passive: false });
  return () => {
    end();
    for (const [type, listener] of Object.entries(listeners))
      element.removeEventListener(type, listener as EventListener, { capture: true });
  };
}

function idOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.closest<HTMLElement>("[data-view]")?.dataset.view ?? null;
}
