"use client";

import { useRefresh } from "@/lib/client/use-refresh";

export type AddFactorProps = {
  /** The page to open afterward, if the factor was required. */
  next?: string;
};

/** After a factor was added: refreshes the page, or opens the one that was out of reach without it. */
export function useFinishedFactor(next: string | undefined): () => void {
  const refresh = useRefresh();
  return () => (next === undefined ? refresh() : window.location.assign(next));
}
