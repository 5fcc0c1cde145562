"use client";

import { useState } from "react";
import type { ViewTab } from "@/lib/domain/views/view-bar";
import { type BaseVersion, followOwnChange, followTab, type OwnChange, toBase } from "./base-version";

/**
 * The version that the person's changes are based on. A colleague's save refreshes this page, so the newest version
 * isn't the one that the person started from; saving it must be refused once, until they have been told.
 */
export function useBaseVersion(tab: Pick<ViewTab, "id" | "version"> | null, isChanged: boolean) {
  const [base, setBase] = useState<BaseVersion | null>(() => toBase(tab));
  const next = followTab(base, tab, isChanged);
  if (next !== base) setBase(next);
  return {
    version: next?.version ?? 1,
    /** The person knows that somebody else has changed the view. */
    acceptNewest: () => setBase((current) => current && { ...current, isTold: true }),
    /** The person changed the view themselves, by renaming it for example. */
    advance: (change: OwnChange) => setBase((current) => followOwnChange(current, change)),
  };
}
