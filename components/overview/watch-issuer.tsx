"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { connectionQuery } from "@/lib/client/connection-query";
import { useRefresh } from "@/lib/client/use-refresh";

/** Draws the page again when the issuer goes or comes back, as the header learns it. */
export function WatchIssuer({ isReachable }: { isReachable: boolean }) {
  const refresh = useRefresh();
  const asked = useRef(isReachable);
  const { data } = useQuery({ ...connectionQuery, enabled: false });
  const isNow = data ? data.breaker === "closed" : isReachable;
  useEffect(() => {
    if (isNow === isReachable) asked.current = isReachable;
    else if (isNow !== asked.current) {
      asked.current = isNow;
      refresh();
    }
  });
  return null;
}
