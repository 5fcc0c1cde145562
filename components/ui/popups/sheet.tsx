"use client";

import { Dialog } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { classNames } from "@/components/ui/class-names";

export type SheetProps = {
  open: boolean;
  onClose: () => void;
  /** The accessible name, visible unless there is a `header`. */
  title: string;
  header?: ReactNode;
  side?: "left" | "right";
  children: ReactNode;
};

const SIDE_CLASSES = {
  left: "left-0 border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full",
  right: "right-0 border-l data-ending-style:translate-x-full data-starting-style:translate-x-full",
} as const;

/** Load it with `loadOnIntent`. */
export default function Sheet({ open, onClose, title, header, side = "left", children }: SheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-veil transition-opacity duration-calm ease-settle data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          className={classNames(
            "fixed inset-y-0 z-50 flex w-[min(20rem,86vw)] flex-col border-line bg-paper shadow-dialog outline-none transition-[translate] duration-calm ease-settle",
            SIDE_CLASSES[side],
          )}
        >
          <div className="flex h-bar shrink-0 items-center justify-between gap-3 border-line border-b pr-2 pl-4">
            <Dialog.Title className={header ? "sr-only" : "text-section font-semibold"}>{title}</Dialog.Title>
            {header}
            <Dialog.Close
              aria-label="Close"
              className={buttonStyle({ tone: "ghost", size: "normal", square: true })}
            >
              <X className="size-4.5" aria-hidden="true" />
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-3 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
            {children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
