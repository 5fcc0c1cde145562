"use client";

import { Suspense } from "react";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { useToasts } from "@/lib/client/toast";
import type { ToastViewportProps } from "./toast-viewport";

const viewport = loadOnIntent<ToastViewportProps>(() => import("./toast-viewport"));

/** The live region must be in the initial HTML, otherwise the first toast wouldn't be announced. */
export function Toaster() {
  const toasts = useToasts();
  const latest = toasts.at(-1);
  return (
    <>
      <div role="status" aria-live="polite" className="sr-only">
        {latest && !latest.isClosed && (
          <p key={latest.id}>{[latest.title, latest.detail].filter(Boolean).join(". ")}</p>
        )}
      </div>
      {latest && (
        <Suspense fallback={null}>
          <viewport.Component toasts={toasts} />
        </Suspense>
      )}
    </>
  );
}
