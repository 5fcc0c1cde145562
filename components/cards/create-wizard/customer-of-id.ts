import { queryOptions } from "@tanstack/react-query";
import { getJson } from "@/lib/client/request";
import type { Customer } from "@/lib/domain/customer";

type ActiveCard = { id: string; lastFour: string; cardName: string; cardType: string };
type CustomerOfId = { customer: Customer | null; cards: ActiveCard[] };

/** Who holds cards under a customer id, and which of those are active. */
export function customerOfId(typed: string) {
  const id = typed.trim();
  return queryOptions({
    queryKey: ["active-cards", id],
    queryFn: ({ signal }) => readCustomerOfId(id, signal),
    enabled: id !== "",
    // The index learns of a new card within seconds: an answer from a minute ago is too old here.
    staleTime: 0,
  });
}

export function readCustomerOfId(typed: string, signal: AbortSignal): Promise<CustomerOfId> {
  return getJson(`/api/customers/${encodeURIComponent(typed.trim())}/active-cards`, signal);
}
