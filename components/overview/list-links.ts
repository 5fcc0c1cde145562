import type { DayRange } from "@/lib/domain/time/day-range";
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

function listHref(path: string, filter: Record<string, string | readonly string[] | undefined>): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined);
  const view = Object.fromEntries(entries.map(([name, value]) => [name, value ?? null]));
  return viewHref(path, view, Object.fromEntries(entries.map(([name]) => [name, null])));
}
