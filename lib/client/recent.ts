"use client";

/** What was opened last in this browser. Ids only: who they belong to is asked anew, of whoever may tell. */
export type RecentItem = { kind: "card" | "customer"; id: string };

const KEY = "cardwell-recent";
const KEPT = 5;
const PATH = /^\/(cards|customers)\/([^/]+)$/;
const NO_CARD = "new";

/** Call it with each page that is opened. */
export function rememberRecent(pathname: string): void {
  const item = recentOf(pathname);
  if (!item) return;
  const others = readRecent().filter(({ kind, id }) => kind !== item.kind || id !== item.id);
  try {
    localStorage.setItem(KEY, JSON.stringify([item, ...others].slice(0, KEPT)));
  } catch {
    // A browser that keeps nothing has nothing recent.
  }
}

export function readRecent(): RecentItem[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecentItem).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function recentOf(pathname: string): RecentItem | null {
  const [, list, id = ""] = PATH.exec(pathname) ?? [];
  if (!list || id === NO_CARD) return null;
  return { kind: list === "cards" ? "card" : "customer", id: decodeURIComponent(id) };
}

function isRecentItem(value: unknown): value is RecentItem {
  if (typeof value !== "object" || value === null || !("kind" in value) || !("id" in value)) return false;
  return (value.kind === "card" || value.kind === "customer") && typeof value.id === "string";
}
