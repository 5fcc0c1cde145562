"use client";

import { useEffect, useEffectEvent } from "react";
import { useLiveState } from "@/lib/client/event-stream";
import { useRefresh } from "@/lib/client/use-refresh";

/** For a page whose state is about to move: what moved between its drawing and the live connection is drawn too. */
export function CatchUp() {
  const isLive = useLiveState() === "on";
  const refresh = useEffectEvent(useRefresh());
  useEffect(() => {
    if (isLive) refresh();
  }, [isLive]);
  return null;
}
