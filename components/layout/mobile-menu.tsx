"use client";

import MenuIcon from "lucide-react/icons/menu";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import type { SheetProps } from "@/components/ui/popups/sheet";
import { loadOnIntent } from "@/lib/client/load-on-intent";

const sheet = loadOnIntent<SheetProps>(() => import("@/components/ui/popups/sheet"));

/** Closes after a navigation. */
export function MobileMenu({ header, children }: { header: ReactNode; children: ReactNode }) {
  const pathname = usePathname();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const [isMounted, setIsMounted] = useState(false);
  const open = openedAt === pathname;

  function show() {
    setIsMounted(true);
    setOpenedAt(pathname);
  }

  return (
    <>
      <IconButton
        label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={sheet.preload}
        onFocus={sheet.preload}
        onClick={show}
      >
        <MenuIcon className="size-5" aria-hidden="true" />
      </IconButton>
      {isMounted && (
        <PopupBoundary open={open} onClose={() => setOpenedAt(null)}>
          <sheet.Component open={open} onClose={() => setOpenedAt(null)} title="Menu" header={header}>
            {children}
          </sheet.Component>
        </PopupBoundary>
      )}
    </>
  );
}
