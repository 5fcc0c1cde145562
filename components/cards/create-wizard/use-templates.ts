"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTopics } from "@/lib/client/event-stream";
import { refetchAfterChange } from "@/lib/client/refetch-after-change";
import { getJson } from "@/lib/client/request";
import type { CardTemplate } from "@/lib/domain/cards/card-template";

const QUERY_KEY = ["card-templates"];
const NONE: readonly CardTemplate[] = [];

/** The team's templates, by name. `initial` is shown until they are read again: the page may be from the router's cache. */
export function useTemplates(initial?: readonly CardTemplate[]) {
  const client = useQueryClient();
  const { data: templates = NONE } = useQuery<readonly CardTemplate[]>({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) =>
      (await getJson<{ templates: CardTemplate[] }>("/api/card-templates", signal)).templates,
    staleTime: 0,
    ...(initial && { initialData: initial, initialDataUpdatedAt: 0 }),
  });
  const refetch = () => refetchAfterChange(client, QUERY_KEY);
  useTopics(["templates"], () => void refetch());
  return { templates, refetch };
}
