"use client";

/** An item recently opened in this browser. Only the ID is stored; names are fetched with the current permissions. */
export type RecentItem = { kind: "card" | "customer"; id: string };

const KEY = "cardwell-recent";
const MAX_ITEMS = 5;
const PATH = /^\/(cards|customers)\/([^/]+)$/;
const NEW_CARD_SEGMENT = "new";

export function addRecentItem(pathname: string): void {
  const item = parseRecentItem(pathname);
  if (!item) return;
  const others = readRecentItems().filter(({ kind, id }) => kind !== item.kind || id !== item.id);
  try {
    localStorage.setItem(KEY, JSON.stringify([item, ...others].slice(0, MAX_ITEMS)));
  } catch {
    // Storage may be disabled or full.
  }
}

export function readRecentItems(): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecentItem).slice(0, MAX_ITEMS) : [];
  } catch {
    return [];
  }
}

export function parseRecentItem(pathname: string): RecentItem | null {
  const [, list, id = ""] = PATH.exec(pathname) ?? [];
  if (!list || id === NEW_CARD_SEGMENT) return null;
  return { kind: list === "cards" ? "card" : "customer", id: decodeURIComponent(id) };
}

function isRecentItem(value: unknown): value is RecentItem {
  if (typeof value !== "object" || value === null || !("kind" in value) || !("id" in value)) return false;
  return (value.kind === "card" || value.kind === "customer") && typeof value.id === "string";
}
