"use client";

import { useState } from "react";
import type { ViewTab } from "@/lib/domain/views/view-bar";

/**
 * The version that the person's changes are based on. A colleague's save refreshes this page, so the newest version
 * isn't the one that the person started from; saving it must be refused once, until they have been told.
 */
export function useBaseVersion(tab: Pick<ViewTab, "id" | "version"> | null, isChanged: boolean) {
  const [base, setBase] = useState(tab && { id: tab.id, version: tab.version });
  const [toldId, setToldId] = useState<string | null>(null);
  const isNew = (base?.id ?? null) !== (tab?.id ?? null);
  const isStale = tab !== null && base?.version !== tab.version;
  if (isNew || (isStale && (!isChanged || toldId === tab.id))) {
    setBase(tab && { id: tab.id, version: tab.version });
    setToldId(null);
  }
  return {
    version: (isNew ? tab?.version : base?.version) ?? 1,
    /** The person knows that somebody else has changed the view. */
    acceptNewest: () => setToldId(tab?.id ?? null),
  };
}
