import { queryOptions } from "@tanstack/react-query";
import { getJson } from "@/lib/client/request";
import type { KnownCustomer } from "@/lib/contract/issue-concerns";
import type { Customer } from "@/lib/domain/cards/customer";

type ActiveCard = { id: string; lastFour: string; cardName: string; cardType: string };
type CustomerById = { customer: Customer | null; known: KnownCustomer | null; cards: ActiveCard[] };

export function customerByIdQuery(typed: string) {
  const id = typed.trim();
  return queryOptions({
    queryKey: ["active-cards", id],
    queryFn: ({ signal }) => fetchCustomerById(id, signal),
    enabled: id !== "",
    // The index gets new cards within seconds, so even a minute-old response may be wrong.
    staleTime: 0,
  });
}

export function fetchCustomerById(typed: string, signal: AbortSignal): Promise<CustomerById> {
  return getJson(`/api/customers/${encodeURIComponent(typed.trim())}/active-cards`, signal);
}
