import type { ViewTab } from "@/lib/domain/views/view-bar";

export type BaseVersion = {
  id: string;
  version: number;
  /** The person was told that there is a newer version. */
  isTold: boolean;
};

type Tab = Pick<ViewTab, "id" | "version">;

export function toBase(tab: Tab | null): BaseVersion | null {
  return tab && { id: tab.id, version: tab.version, isTold: false };
}

/** What the changes are based on once the page shows this tab; the same object if nothing changes. */
export function followTab(base: BaseVersion | null, tab: Tab | null, isChanged: boolean): BaseVersion | null {
  if (!tab || base?.id !== tab.id) return base === null && tab === null ? base : toBase(tab);
  const isNewer = tab.version > base.version;
  return isNewer && (!isChanged || base.isTold) ? toBase(tab) : base;
}

/** A version of a view that the person changed themselves, and the new one. */
export type OwnChange = { viewId: string; from: number; to: number };

/** An undo may come once another view is open. */
export function followOwnChange(
  base: BaseVersion | null,
  { viewId, from, to }: OwnChange,
): BaseVersion | null {
  return base?.id === viewId && base.version === from ? { ...base, version: to } : base;
}
