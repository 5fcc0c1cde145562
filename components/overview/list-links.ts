import type { DayRange } from "@/lib/domain/time/day-range";
import { allViewHref } from "@/lib/url/saved-view-url";
import { viewHref } from "@/lib/url/view-href";

export function cardsHref(filter: { status?: string; type?: string; customer?: string } & Partial<DayRange>) {
  return listHref("/cards", filter);
}

export function transactionsHref(
  filter: {
    status?: readonly string[];
    billed?: string;
    customer?: string;
    card?: string;
    merchant?: string;
    open?: string;
  } & Partial<DayRange>,
) {
  return listHref("/transactions", filter);
}

/** The audit log of a card or customer. */
export function auditHref(filter: { target: string }) {
  return listHref("/audit", filter);
}

export function customerHref(customerId: string): string {
  return `/customers/${encodeURIComponent(customerId)}`;
}

export function cardHref(cardId: string): string {
  return `/cards/${encodeURIComponent(cardId)}`;
}

/** Without a filter, all of the list: not the view that it opens with by default. */
function listHref(path: string, filter: Record<string, string | readonly string[] | undefined>): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return allViewHref(path);
  const view = Object.fromEntries(entries.map(([name, value]) => [name, value ?? null]));
  return viewHref(path, view, Object.fromEntries(entries.map(([name]) => [name, null])));
}
