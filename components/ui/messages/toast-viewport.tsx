"use client";

import { Toast } from "@base-ui/react/toast";
import X from "lucide-react/icons/x";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { classNames } from "@/components/ui/class-names";
import { ShapeMark } from "@/components/ui/values/badge";
import type { QueuedToast } from "@/lib/client/toast";

export type ToastViewportProps = { toasts: readonly QueuedToast[] };

const TIMEOUT_MS = 6000;
/** Long enough to read the toast and press its button. */
const ACTION_TIMEOUT_MS = 12_000;

const MARKS = {
  good: { shape: "check", tone: "text-good" },
  bad: { shape: "alert", tone: "text-bad" },
  neutral: { shape: "dot", tone: "text-ink-3" },
} as const;

export default function ToastViewport({ toasts }: ToastViewportProps) {
  const [manager] = useState(() => Toast.createToastManager<QueuedToast>());
  const shown = useRef(new Map<number, { toast: QueuedToast; baseId: string }>());

  useEffect(() => {
    for (const toast of toasts) {
      const last = shown.current.get(toast.id);
      if (last?.toast === toast || (!last && toast.isClosed)) continue;
      if (last && toast.isClosed) manager.close(last.baseId);
      else if (last) manager.update(last.baseId, toastOptions(toast));
      const baseId = last?.baseId ?? manager.add(toastOptions(toast));
      shown.current.set(toast.id, { toast, baseId });
    }
  }, [toasts, manager]);

  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        {/* The live region in `Toaster` announces toasts. */}
        <Toast.Viewport
          aria-live="off"
          className="fixed bottom-4 left-4 z-[55] w-[min(22rem,calc(100vw-2rem))]"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function toastOptions(toast: QueuedToast) {
  return {
    title: toast.title,
    description: toast.detail,
    data: toast,
    onClose: toast.onClose,
    timeout: toast.timeoutMs ?? (toast.action ? ACTION_TIMEOUT_MS : TIMEOUT_MS),
  };
}

function ToastList() {
  const { toasts, close } = Toast.useToastManager<QueuedToast>();
  return toasts.map((shown) => {
    const { tone = "good", action } = shown.data ?? {};
    const { shape, tone: color } = MARKS[tone];
    return (
      <Toast.Root key={shown.id} toast={shown} swipeDirection={["left", "down"]} className={STACK_CLASSES}>
        <Toast.Content className="flex h-full items-start overflow-hidden gap-2.5 py-2.5 pr-2 pl-3.5 transition-opacity duration-calm data-behind:opacity-0 data-expanded:opacity-100">
          <ShapeMark shape={shape} className={classNames("mt-1 size-3", color)} />
          <div className="min-w-0 flex-1">
            <Toast.Title render={<p />} className="font-medium" />
            <Toast.Description className="text-small text-ink-2" />
          </div>
          {action && "href" in action && (
            <Link href={action.href} onClick={() => close(shown.id)} className={ACTION_CLASSES}>
              {action.label}
            </Link>
          )}
          {action && "onSelect" in action && (
            <Toast.Action
              onClick={() => {
                action.onSelect();
                close(shown.id);
              }}
              className={ACTION_CLASSES}
            >
              {action.label}
            </Toast.Action>
          )}
          <Toast.Close
            aria-label="Dismiss"
            className={buttonStyle({ tone: "ghost", size: "small", square: true, className: "-my-1" })}
          >
            <X className="size-3.5" aria-hidden="true" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

// Stacked; hover or focus expands them.
const STACK_CLASSES = classNames(
  "absolute inset-x-0 bottom-0 z-[calc(10-var(--toast-index))] rounded-panel border border-line-strong bg-raised shadow-pop",
  "h-(--toast-frontmost-height) origin-bottom translate-y-[calc(var(--toast-index)*-0.5rem)] scale-[calc(1-var(--toast-index)*0.04)] transition-[translate,scale,height,opacity] duration-calm ease-settle",
  "data-expanded:h-(--toast-height) data-expanded:translate-y-[calc(var(--toast-offset-y)*-1-var(--toast-index)*0.5rem)] data-expanded:scale-100",
  // Covers the gap between toasts, so that the pointer doesn't leave the stack.
  "after:absolute after:inset-x-0 after:top-full after:h-2",
  "data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0",
);

const ACTION_CLASSES = buttonStyle({ tone: "plain", size: "small", className: "-my-1" });
