"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { endNavigation, usePendingPath } from "@/lib/client/pending-navigation";

/** Responds to a click on a link at once, however long the page takes. */
export function NavigationProgress() {
  const pathname = usePathname();
  const isPending = usePendingPath() !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path means that the navigation has finished
  useEffect(() => endNavigation(), [pathname]);
  if (!isPending) return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden after:absolute after:inset-0 after:animate-pass motion-reduce:after:animate-none after:bg-linear-to-r after:from-transparent after:via-accent after:to-transparent"
    />
  );
}
