"use client";

import { useQuery } from "@tanstack/react-query";
import { ShapeMark } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { getJson } from "@/lib/client/request";
import { countOf } from "@/lib/domain/numbers";

type Chain = { isUnbroken: boolean; rows: number; why?: string };

/** Walks the chain when the page is opened, and says how it stands. */
export function ChainState() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["audit-chain"],
    queryFn: ({ signal }) => getJson<Chain>("/api/audit/chain", signal),
    staleTime: 0,
  });
  if (data && !data.isUnbroken) {
    return (
      <Callout tone="bad" title="The audit chain is broken" isAnnounced className="mb-4">
        {data.why} Someone changed the log past this dashboard.
      </Callout>
    );
  }
  return (
    <p role="status" className="flex flex-wrap items-center gap-1.5 text-ink-2">
      {data && <ShapeMark shape="check" className="ml-0 text-good" />}
      {data && `The chain is unbroken: ${countOf(data.rows, "row")} checked.`}
      {!data && !error && "Checking the chain…"}
      {error && "The chain could not be checked."}
      {(data || error) && (
        <Button tone="quiet" size="small" busy={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
      )}
    </p>
  );
}
