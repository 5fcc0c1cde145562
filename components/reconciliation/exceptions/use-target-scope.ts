"use client";

import { useQuery } from "@tanstack/react-query";
import { getJson, toRequestError } from "@/lib/client/request";
import type {
  ExceptionFilter,
  ExceptionScope,
  SeenExceptions,
} from "@/lib/domain/reconciliation/exception-work";
import type { AppError } from "@/lib/domain/result";
import type { ExceptionTarget } from "./selected-exception";

type Matching = { filter: ExceptionFilter; seen: SeenExceptions };

type TargetScope = {
  /** Null until the server has counted. */
  count: number | null;
  scope: ExceptionScope | null;
  error: AppError | null;
};

/** What the person confirms. For all that match, the server counts them when the dialog opens. */
export function useTargetScope(target: ExceptionTarget): TargetScope {
  const href = target.is === "all" ? target.href : null;
  const { data, error } = useQuery({
    queryKey: ["matching-exceptions", href],
    queryFn: ({ signal }) => getJson<Matching>(href ?? "", signal),
    enabled: href !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (target.is === "selected") {
    const items = target.items.map(({ id, version }) => ({ id, version }));
    return { count: items.length, scope: { items }, error: null };
  }
  return {
    count: data?.seen.count ?? null,
    scope: data && data.seen.count > 0 ? data : null,
    error: error && toRequestError(error),
  };
}
