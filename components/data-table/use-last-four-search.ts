"use client";

import { useEffect, useState } from "react";
import { mayHoldCardSecret } from "@/lib/domain/cards/may-hold-card-secret";

type Search = (typed: string) => string;

let loaded: Search | null = null;

/**
 * `searchByLastFour`, whose code loads with the first text that may hold a card number. Null until then, because such
 * a text must not be sent.
 */
export function useLastFourSearch(typed: string): string | null {
  const [search, setSearch] = useState<Search | null>(() => loaded);
  const isSafe = !mayHoldCardSecret(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next letter tries again
  useEffect(() => {
    if (isSafe || search) return;
    import("@/lib/domain/cards/last-four-search").then(
      ({ searchByLastFour }) => {
        loaded = searchByLastFour;
        setSearch(() => searchByLastFour);
      },
      () => {},
    );
  }, [typed, isSafe, search]);
  if (isSafe) return typed;
  return search ? search(typed) : null;
}
