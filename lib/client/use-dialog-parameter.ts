"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useRef } from "react";

/**
 * A dialog that is open has an address (`?block`), so that a link can lead to it and Back closes it. The address
 * changes in the browser alone: nothing is asked of the server.
 */
export function useDialogParameter<Name extends string>(names: readonly Name[]) {
  const searchParams = useSearchParams();
  const pathname = usePathname();
  const wasOpenedHere = useRef(false);
  const shown = names.find((name) => searchParams.has(name)) ?? null;

  function show(name: Name) {
    if (shown === name) return;
    const rest = queryWithout(searchParams, names);
    window.history.pushState(null, "", `${pathname}?${rest ? `${rest}&` : ""}${name}`);
    wasOpenedHere.current = true;
  }

  function close() {
    if (wasOpenedHere.current) {
      wasOpenedHere.current = false;
      window.history.back();
      return;
    }
    const rest = queryWithout(searchParams, names);
    window.history.replaceState(null, "", rest ? `${pathname}?${rest}` : pathname);
  }

  return { shown, show, close };
}

function queryWithout(searchParams: URLSearchParams, names: readonly string[]): string {
  const rest = new URLSearchParams(searchParams);
  for (const name of names) rest.delete(name);
  return rest.toString();
}
