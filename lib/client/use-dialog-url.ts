"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useRef, useState, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/**
 * An open dialog is part of the URL. A link opens it with `?block`, which the server sees. Opened on the page it is
 * `#block`: Back closes it, a reload keeps it, and no request is sent. A query parameter that only the browser knew
 * would make the router's next refresh reload the page and lose what was typed.
 */
export function useDialogUrl<Name extends string>(names: readonly Name[]) {
  const router = useRouter();
  const pathname = usePathname();
  const searchParams = useSearchParams();
  const hash = useSyncExternalStore(subscribe, readHash, () => "");
  const wasOpenedHere = useRef(false);
  const requested = names.find((name) => searchParams.has(name)) ?? null;
  // A linked dialog that was closed, until the URL has changed too.
  const [dismissed, setDismissed] = useState<Name | null>(null);
  if (requested === null && dismissed !== null) setDismissed(null);
  const shown = names.find((name) => hash === `#${name}`) ?? (requested === dismissed ? null : requested);

  function show(name: Name) {
    if (shown === name) return;
    wasOpenedHere.current = true;
    window.history.pushState(null, "", `#${name}`);
    notifyListeners();
  }

  function close() {
    if (requested !== null && hash === "") {
      setDismissed(requested);
      const rest = new URLSearchParams(searchParams);
      for (const name of names) rest.delete(name);
      router.replace(rest.size === 0 ? pathname : `${pathname}?${rest}`, { scroll: false });
      return;
    }
    if (wasOpenedHere.current) window.history.back();
    else {
      window.history.replaceState(null, "", pathname + window.location.search);
      notifyListeners();
    }
    wasOpenedHere.current = false;
  }

  return { shown, show, close };
}

function readHash(): string {
  return window.location.hash;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("popstate", notifyListeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("popstate", notifyListeners);
  };
}

function notifyListeners() {
  for (const listener of listeners) listener();
}
