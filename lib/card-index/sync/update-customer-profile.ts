import "server-only";
import { findIndexedCustomer } from "@/lib/card-index/find-customer";
import type { Card } from "@/lib/contract/card";
import type { CreateCardRequest } from "@/lib/contract/create-card";
import { profileOf } from "@/lib/contract/customer-profile";
import { saveCustomerProfile } from "@/lib/db/customer-profiles";

/** A card in another name may have been issued with a wrong customer ID, so it doesn't update the profile. */
export async function updateCustomerProfile(card: Card, request: CreateCardRequest): Promise<void> {
  const customer = await findIndexedCustomer(card.externalCustomerId);
  if (customer && customer.name !== card.cardholderName) return;
  await saveCustomerProfile(card.externalCustomerId, profileOf(request));
}
