"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { connectionQuery } from "@/lib/client/connection-query";
import { useRefresh } from "@/lib/client/use-refresh";

/** Refreshes the page when the header's query finds that the issuer became reachable or unreachable. */
export function RefreshOnIssuerChange({ isReachable }: { isReachable: boolean }) {
  const refresh = useRefresh();
  const lastRefreshed = useRef(isReachable);
  const { data } = useQuery({ ...connectionQuery, enabled: false });
  const isReachableNow = data ? data.breaker === "closed" : isReachable;
  useEffect(() => {
    if (isReachableNow === isReachable) lastRefreshed.current = isReachable;
    else if (isReachableNow !== lastRefreshed.current) {
      lastRefreshed.current = isReachableNow;
      refresh();
    }
  });
  return null;
}
