"use client";

import { useRouter } from "next/navigation";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { LinkButton } from "@/components/ui/buttons/link-button";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { useListedShortcut } from "@/lib/client/shortcuts";
import { type ToastHandle, toast } from "@/lib/client/toast";
import { useRefresh } from "@/lib/client/use-refresh";
import { moveTo, orderViews } from "@/lib/domain/views/saved-view";
import type { ViewBarState, ViewTab } from "@/lib/domain/views/view-bar";
import type { OwnChange } from "./base-version";
import { useBaseVersion } from "./use-base-version";
import { useTouchDrag } from "./use-touch-drag";
import { useViewCounts } from "./use-view-counts";
import type { OpenedDialog, ViewDialogProps } from "./view-dialog";
import { AllTab, SavedTab } from "./view-tab";

const viewDialog = loadOnIntent<ViewDialogProps>(() => import("./view-dialog"));

/** The tabs, and what saves or resets the open one. */
export function ViewTabs({ bar }: { bar: ViewBarState }) {
  const { list, currentId, isChanged, isSet } = bar;
  const router = useRouter();
  const refresh = useRefresh();
  const counts = useViewCounts(bar);
  const strip = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState<{ ids: readonly string[]; from: string } | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [dropId, setDropId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenedDialog | null>(null);
  const [dialogKey, setDialogKey] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  // Once the server has another order, it is that one.
  const savedOrder = bar.tabs.map(({ id }) => id).join();
  const tabs = moved?.from === savedOrder ? orderViews(bar.tabs, moved.ids) : bar.tabs;
  const ids = tabs.map(({ id }) => id);
  const current = tabs.find(({ id }) => id === currentId) ?? null;
  const { version, acceptNewest, advance } = useBaseVersion(current, isChanged);
  const notice = useRef<ToastHandle>(undefined);
  const keepsFocus = useRef(false);
  const isSaved = useRef(false);
  useListedShortcut({ keys: "shift+left", label: "Move the focused view to the left", group: "Lists" });
  useListedShortcut({ keys: "shift+right", label: "Move the focused view to the right", group: "Lists" });

  // On a narrow screen, the open tab may be outside the strip.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another tab is scrolled to
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>("[data-current]");
    if (!tab || !strip.current) return;
    const { offsetLeft, offsetWidth } = tab;
    const { scrollLeft, clientWidth } = strip.current;
    if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth)
      strip.current.scrollLeft = offsetLeft - 8;
  }, [currentId]);

  // What it offers is only true while the view is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another notice
  useEffect(() => () => notice.current?.close(), [currentId]);

  // What was pressed is gone after a view is saved, reset, or deleted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only then is anything gone
  useEffect(() => {
    if (!keepsFocus.current) return;
    keepsFocus.current = false;
    const { activeElement } = document;
    if (activeElement === document.body || strip.current?.contains(activeElement))
      findCurrentLink()?.focus({ preventScroll: true });
  }, [currentId, isChanged]);

  function findCurrentLink(): HTMLElement | null {
    return strip.current?.querySelector<HTMLElement>("[data-current] a") ?? null;
  }

  function keepFocus() {
    keepsFocus.current = true;
  }

  function open(next: OpenedDialog) {
    isSaved.current = false;
    setDialog(next);
    setDialogKey((key) => key + 1);
    setIsOpen(true);
  }

  async function save() {
    if (!current) return;
    setIsSaving(true);
    const changes = { list, viewId: current.id, version, query: bar.query };
    const actions = await loadActions("Couldn’t save the view");
    const outcome = await actions?.saveChanges(changes, {
      tab: current,
      onSaveAsNew: () => open("save"),
      onUndone: handleChange,
    });
    setIsSaving(false);
    if (outcome?.is === "stale") {
      acceptNewest();
      notice.current?.close();
      notice.current = outcome.notice;
    }
    if (outcome?.is === "saved") {
      advance({ viewId: current.id, from: version, to: outcome.version });
      keepFocus();
    }
    refresh();
  }

  function handleChange(change?: OwnChange) {
    if (change) advance(change);
    refresh();
  }

  async function move(tab: ViewTab, index: number) {
    const next = moveTo(ids, tab.id, index);
    if (next.every((id, place) => id === ids[place])) return;
    setMoved({ ids: next, from: savedOrder });
    setAnnouncement(`${tab.name} moved to position ${next.indexOf(tab.id) + 1} of ${next.length}.`);
    const actions = await loadActions("Couldn’t move the view");
    if (!(await actions?.saveOrder({ list, order: next }))) setMoved(null);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step === 0 || !event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    const tab = tabOf(target);
    if (!tab || !strip.current?.contains(target)) return;
    event.preventDefault();
    void move(tab, ids.indexOf(tab.id) + step);
    // A moved element loses the focus.
    requestAnimationFrame(() => target.focus());
  }

  const tabOf = (target: EventTarget) =>
    tabs.find(({ id }) => id === (target as HTMLElement).closest<HTMLElement>("[data-view]")?.dataset.view);

  const drag = {
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = "copyMove";
      setDraggedId(tabOf(event.target)?.id ?? null);
    },
    onDragOver: (event: DragEvent) => {
      const over = tabOf(event.target)?.id ?? null;
      setDropId(over);
      if (draggedId !== null && over !== null) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const dragged = tabs.find(({ id }) => id === draggedId);
      const over = tabOf(event.target);
      if (!dragged || !over) return;
      event.preventDefault();
      void move(dragged, ids.indexOf(over.id));
    },
    onDragEnd: () => {
      setDraggedId(null);
      setDropId(null);
    },
  };

  useTouchDrag(strip, {
    onOver: (dragged, over) => {
      setDraggedId(dragged);
      setDropId(over);
    },
    onDrop: (dragged, over) => {
      const tab = tabs.find(({ id }) => id === dragged);
      if (tab && over !== dragged) void move(tab, ids.indexOf(over));
    },
  });

  return (
    <>
      <div className="flex items-end gap-x-2 border-line max-sm:flex-wrap sm:border-b">
        <nav
          aria-label="Views"
          className="min-w-0 flex-1 border-line max-sm:basis-full max-sm:border-b sm:-mb-px"
        >
          <ul
            ref={strip}
            className="relative flex overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
            onKeyDown={handleKeyDown}
            {...drag}
          >
            <AllTab bar={bar} counts={counts} onChanged={handleChange} />
            {tabs.map((tab, index) => (
              <SavedTab
                key={tab.id}
                bar={bar}
                tab={tab}
                counts={counts}
                isDragged={tab.id === draggedId}
                dropSide={dropSideOf(tab, index)}
                place={{ index, last: tabs.length - 1 }}
                onMove={(to) => void move(tab, to)}
                onOpen={open}
                onChanged={handleChange}
              />
            ))}
          </ul>
        </nav>
        <div className="flex h-9 shrink-0 items-center gap-1 pb-1 touch:h-11 max-sm:ml-auto max-sm:pt-1 max-sm:empty:hidden">
          {current && isChanged && (
            <>
              <LinkButton href={current.href} tone="ghost" size="small" scroll={false} onClick={keepFocus}>
                Reset
              </LinkButton>
              {current.canChange && (
                <Button size="small" busy={isSaving} onClick={() => void save()}>
                  {current.isShared ? "Save for everyone" : "Save"}
                </Button>
              )}
            </>
          )}
          {(current ? isChanged && !current.canChange : isSet) && (
            <Button
              size="small"
              aria-haspopup="dialog"
              onPointerEnter={viewDialog.preload}
              onFocus={viewDialog.preload}
              onClick={() => open("save")}
            >
              {current ? "Save as mine" : "Save view"}
            </Button>
          )}
        </div>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {dialog && (
        <PopupBoundary key={dialogKey} open={isOpen} onClose={() => setIsOpen(false)}>
          <viewDialog.Component
            kind={dialog}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            bar={bar}
            tab={current}
            onSaved={({ href, change }) => {
              isSaved.current = true;
              setIsOpen(false);
              keepFocus();
              if (href) router.push(href, { scroll: false });
              handleChange(change);
            }}
            onRestored={refresh}
            findFinalFocus={() => (isSaved.current ? findCurrentLink() : null)}
          />
        </PopupBoundary>
      )}
    </>
  );

  /** Where the dragged tab would go. */
  function dropSideOf({ id }: ViewTab, index: number): "left" | "right" | null {
    if (id !== dropId || draggedId === null || draggedId === id) return null;
    return ids.indexOf(draggedId) < index ? "right" : "left";
  }
}

/** Loaded when they are used, like the dialog and the menus. */
async function loadActions(failedTitle: string) {
  return import("./view-actions").catch(() => {
    toast({ title: failedTitle, detail: "We couldn’t reach Cardwell. Check your connection.", tone: "bad" });
    return null;
  });
}
