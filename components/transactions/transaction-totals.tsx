"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Skeleton } from "@/components/ui/messages/skeleton";
import { useTopics } from "@/lib/client/event-stream";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import { refetchAfterChange } from "@/lib/client/refetch-after-change";
import { getJson } from "@/lib/client/request";
import type { TransactionTotals as Totals } from "@/lib/domain/cards/listed";

const totalsList = loadOnIntent<Totals>(() => import("./totals-list"));

const SYNCING_POLL_INTERVAL_MS = 3_000;

/** The billed totals of the list, loaded after its rows. */
export function TransactionTotals({ href }: { href: string }) {
  const client = useQueryClient();
  const queryKey = ["transaction-totals", href];
  const { data, isPending, isError } = useQuery({
    queryKey,
    queryFn: ({ signal }) => getJson<Totals>(href, signal),
    // Changes are not received while another page is shown.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.synced ? SYNCING_POLL_INTERVAL_MS : false),
  });
  useTopics(["transactions"], () => void refetchAfterChange(client, queryKey));
  // In parallel with the request for the totals.
  useEffect(() => totalsList.preload(), []);
  const placeholder = <Skeleton className="mb-4 h-10 w-72 max-sm:h-[8.5rem]" />;
  if (isPending) return placeholder;
  if (isError) return <p className="mb-4 text-small text-ink-2">Couldn’t load the billed totals.</p>;
  return (
    <Suspense fallback={placeholder}>
      <totalsList.Component {...data} />
    </Suspense>
  );
}
