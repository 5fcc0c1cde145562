"use client";

import { useQuery } from "@tanstack/react-query";
import { getJson } from "@/lib/client/request";
import type { CardDesign } from "@/lib/contract/card-design";

export function useDesigns() {
  return useQuery({
    queryKey: ["designs"],
    queryFn: async ({ signal }) => (await getJson<{ designs: CardDesign[] }>("/api/designs", signal)).designs,
  });
}
