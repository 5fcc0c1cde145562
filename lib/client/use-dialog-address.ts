"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useRef, useState, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/**
 * A dialog that is open has an address. A link leads to it by `?block`, which the server sees. Opened on the page it
 * is `#block`: Back closes it, a reload keeps it, and the server is asked nothing. A query that only the browser
 * knew of would make the router's next refresh reload the page, and lose what was typed.
 */
export function useDialogAddress<Name extends string>(names: readonly Name[]) {
  const router = useRouter();
  const pathname = usePathname();
  const searchParams = useSearchParams();
  const hash = useSyncExternalStore(subscribe, readHash, () => "");
  const wasOpenedHere = useRef(false);
  const asked = names.find((name) => searchParams.has(name)) ?? null;
  // What a link asked for and someone has closed, until the address says so too.
  const [closed, setClosed] = useState<Name | null>(null);
  if (asked === null && closed !== null) setClosed(null);
  const shown = names.find((name) => hash === `#${name}`) ?? (asked === closed ? null : asked);

  function show(name: Name) {
    if (shown === name) return;
    wasOpenedHere.current = true;
    window.history.pushState(null, "", `#${name}`);
    tell();
  }

  function close() {
    if (asked !== null && hash === "") {
      setClosed(asked);
      const rest = new URLSearchParams(searchParams);
      for (const name of names) rest.delete(name);
      router.replace(rest.size === 0 ? pathname : `${pathname}?${rest}`, { scroll: false });
      return;
    }
    if (wasOpenedHere.current) window.history.back();
    else {
      window.history.replaceState(null, "", pathname + window.location.search);
      tell();
    }
    wasOpenedHere.current = false;
  }

  return { shown, show, close };
}

function readHash(): string {
  return window.location.hash;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("popstate", tell);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("popstate", tell);
  };
}

function tell() {
  for (const listener of listeners) listener();
}
