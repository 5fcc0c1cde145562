"use client";

import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTopics } from "@/lib/client/event-stream";
import { readRecent } from "@/lib/client/recent";
import { getJson, toRequestError } from "@/lib/client/request";
import { reread } from "@/lib/client/reread";
import { searchByLastFour } from "@/lib/domain/last-four-search";
import type { SearchResults } from "@/lib/domain/search";
import { cardItem, customerItem, type PaletteItem } from "./palette-items";

const PAUSE_MS = 40;
const FRESH_MS = 5_000;

function searchQuery(text: string) {
  return {
    queryKey: ["search", text],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      getJson<SearchResults>(`/api/search?text=${encodeURIComponent(text)}`, signal),
    staleTime: FRESH_MS,
  };
}

/**
 * Searches while someone types. The last results stay until the next are here, and `isCurrent` says whether they
 * answer this very text: nothing may be done by key with those of another.
 */
export function useSearch(text: string) {
  const wanted = searchByLastFour(text.trim());
  const asked = usePaused(wanted);
  const client = useQueryClient();
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...searchQuery(asked),
    placeholderData: keepPreviousData,
  });
  useTopics(["cards", "index"], () => void reread(client, ["search"]));
  const isAnswered = asked === wanted && !isPlaceholderData;
  return {
    results: data,
    isCurrent: isAnswered && data !== undefined,
    isWaiting: !isAnswered || (isFetching && data === undefined),
    error: isAnswered && error && data === undefined ? toRequestError(error) : null,
    retry: () => void refetch(),
  };
}

/** Letters that are typed fast are gathered into one question. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** What was opened last, as it is now. What is gone, or may no longer be seen, is left out. */
export function useRecentItems(): PaletteItem[] {
  const [recent] = useState(readRecent);
  return useQueries({
    queries: recent.map(({ id }) => searchQuery(id)),
    combine: (answers) =>
      answers.flatMap(({ data }, index) => {
        const { kind, id } = recent[index] ?? {};
        const card = kind === "card" && data?.cards.find((found) => found.id === id);
        if (card) return [cardItem(card)];
        const customer = kind === "customer" && data?.customers.find((found) => found.id === id);
        return customer ? [customerItem(customer)] : [];
      }),
  });
}
