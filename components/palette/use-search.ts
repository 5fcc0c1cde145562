"use client";

import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTopics } from "@/lib/client/event-stream";
import { readRecentItems } from "@/lib/client/recent-items";
import { refetchAfterChange } from "@/lib/client/refetch-after-change";
import { getJson, toRequestError } from "@/lib/client/request";
import { searchByLastFour } from "@/lib/domain/cards/last-four-search";
import type { SearchResults } from "@/lib/domain/cards/search-results";
import { cardItem, customerItem, type PaletteItem } from "./palette-items";

const DEBOUNCE_MS = 40;
const STALE_AFTER_MS = 5_000;

function searchQuery(text: string) {
  return {
    queryKey: ["search", text],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      getJson<SearchResults>(`/api/search?text=${encodeURIComponent(text)}`, signal),
    staleTime: STALE_AFTER_MS,
    // Changes are received only while the results are shown, so older results must not be shown again.
    gcTime: 0,
  };
}

/**
 * Searches as the person types. The previous results stay until the next arrive; `isCurrent` tells whether they are for
 * this text, because keys must not act on the results of another.
 */
export function useSearch(text: string) {
  const searchText = searchByLastFour(text.trim());
  const debounced = useDebounced(searchText);
  const client = useQueryClient();
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...searchQuery(debounced),
    placeholderData: keepPreviousData,
  });
  useTopics(["cards", "index"], () => void refetchAfterChange(client, ["search"]));
  const hasResponse = debounced === searchText && !isPlaceholderData;
  return {
    results: data,
    isCurrent: hasResponse && data !== undefined,
    isWaiting: !hasResponse || (isFetching && data === undefined),
    error: hasResponse && error && data === undefined ? toRequestError(error) : null,
    retry: () => void refetch(),
  };
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

/** Recently opened items with current data; deleted or inaccessible ones are left out. */
export function useRecentItems(): PaletteItem[] {
  const [recent] = useState(readRecentItems);
  return useQueries({
    queries: recent.map(({ id }) => searchQuery(id)),
    combine: (queries) =>
      queries.flatMap(({ data }, index) => {
        const { kind, id } = recent[index] ?? {};
        const card = kind === "card" && data?.cards.find((found) => found.id === id);
        if (card) return [cardItem(card)];
        const customer = kind === "customer" && data?.customers.find((found) => found.id === id);
        return customer ? [customerItem(customer)] : [];
      }),
  });
}
