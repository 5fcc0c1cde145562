"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { classNames } from "@/components/ui/class-names";

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons, the safest first. */
  footer?: ReactNode;
  size?: "normal" | "wide";
  /** The current step; a new step scrolls to the top. */
  step?: string;
  /** An action is running; the dialog can't be closed. */
  busy?: boolean;
  /** False if only a button in the footer closes it, because its content is shown once. */
  isDismissible?: boolean;
  initialFocus?: ComponentProps<typeof Base.Popup>["initialFocus"];
  /** Null for what had the focus before. Not asked if the person has focused something else by then. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  children?: ReactNode;
};

const SIZE_CLASSES = {
  normal: "sm:top-[14vh] sm:max-h-[76vh] sm:max-w-[30rem]",
  // Starts higher because it holds more content.
  wide: "sm:top-[8vh] sm:max-h-[86vh] sm:max-w-[46rem]",
} as const;

const FIELD_SELECTOR = "input:not([type=hidden], :disabled), textarea, select, [role=combobox]";

/**
 * A bottom sheet on phones. Load it with `DialogButton` or `loadOnIntent`, because its code is as large as a page's.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  footer,
  size = "normal",
  step,
  busy = false,
  isDismissible = true,
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);

  // Focuses the first field, else the safest button; on touch no field, because that would open the keyboard.
  function findInitialFocus(interaction: string) {
    if (interaction === "touch") return true;
    const field = popup.current?.querySelector<HTMLElement>(FIELD_SELECTOR);
    return field ?? popup.current?.querySelector<HTMLElement>("[data-footer] button") ?? true;
  }

  return (
    <Base.Root open={open} onOpenChange={(next) => !next && !busy && isDismissible && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-veil transition-opacity duration-calm ease-settle data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          initialFocus={initialFocus ?? findInitialFocus}
          finalFocus={finalFocus && (() => !isFocusElsewhere() && finalFocus())}
          aria-busy={busy || undefined}
          className={classNames(
            "fixed z-50 flex max-h-[calc(100dvh-2rem)] flex-col border-line-strong bg-raised shadow-dialog outline-none transition-[translate,scale,opacity] duration-calm ease-settle",
            "max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-sheet max-sm:border-t max-sm:data-ending-style:translate-y-full max-sm:data-starting-style:translate-y-full",
            "sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:rounded-panel sm:border sm:data-ending-style:scale-[0.985] sm:data-ending-style:opacity-0 sm:data-starting-style:scale-[0.985] sm:data-starting-style:opacity-0",
            SIZE_CLASSES[size],
          )}
        >
          <div
            aria-hidden="true"
            className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line-strong sm:hidden"
          />
          <div className="flex items-start gap-4 px-5 pt-3 pb-4 sm:pt-4">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-section font-semibold">{title}</Base.Title>
              {description != null && (
                <Base.Description render={<div />} className="mt-1 text-pretty text-ink-2">
                  {description}
                </Base.Description>
              )}
            </div>
            {isDismissible && (
              <Base.Close
                aria-label="Close"
                className={buttonStyle({
                  tone: "ghost",
                  size: "small",
                  square: true,
                  className: "-mr-1.5 -mt-0.5",
                })}
              >
                <X className="size-4" aria-hidden="true" />
              </Base.Close>
            )}
          </div>
          <div
            key={step}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 empty:hidden has-[>form:empty]:hidden"
          >
            {children}
          </div>
          {footer != null && (
            <div
              data-footer=""
              className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3.5 max-sm:flex-col-reverse max-sm:pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:*:h-11 max-sm:*:w-full"
            >
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function isFocusElsewhere(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && focused.closest("[data-closed]") === null;
}
