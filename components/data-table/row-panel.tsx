"use client";

import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { useShortcut } from "@/lib/client/shortcuts";

type RowPanelProps = {
  id: string;
  /** "transaction" */
  noun: string;
  badge?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

const WIDE_SCREEN = "(width >= 80rem)";

/** The open row of a list, beside it; on phones it replaces the list. */
export function RowPanel({ id, noun, badge, onClose, children }: RowPanelProps) {
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const panel = useRef<HTMLElement>(null);
  useShortcut({ keys: "escape", label: `Close ${noun}`, group: "Lists" }, onClose);

  const scrollToPanel = useEffectEvent(() => {
    if (!window.matchMedia(WIDE_SCREEN).matches) panel.current?.scrollIntoView({ block: "start" });
  });
  const restoreFocus = useEffectEvent(() => {
    const row = document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"] a[data-row-link]`);
    row?.focus({ preventScroll: window.matchMedia(WIDE_SCREEN).matches });
  });
  useEffect(() => {
    scrollToPanel();
    return () => restoreFocus();
  }, []);

  return (
    <aside
      ref={panel}
      aria-label={`${title} ${id}`}
      className="scroll-mt-16 rounded-panel border border-line bg-surface"
    >
      <header className="flex items-center justify-between gap-3 border-line border-b py-2 pr-2 pl-4">
        <h2 className="flex min-w-0 items-center gap-2 text-section font-semibold">
          {title}
          {badge}
        </h2>
        <IconButton label={`Close ${noun}`} onClick={onClose}>
          <X className="size-4.5" aria-hidden="true" />
        </IconButton>
      </header>
      <div className="flex flex-col gap-4 px-4 py-3">{children}</div>
    </aside>
  );
}
