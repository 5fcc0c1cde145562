import "server-only";
import { CustomerProfile } from "@/lib/contract/customer-profile";
import { storableText } from "@/lib/domain/cards/search-text";
import { pool } from "./database";
import { rowContext, seal, unseal } from "./seal";

export async function saveCustomerProfile(customerId: string, profile: CustomerProfile): Promise<void> {
  const id = storableText(customerId);
  await (await pool()).query(
    `insert into customer_profiles (customer_id, sealed) values ($1, $2)
     on conflict (customer_id) do update set sealed = excluded.sealed, saved_at = now()`,
    [id, seal(profile, contextOf(id))],
  );
}

/** Returns null if there is none or it can't be decrypted; the form is then not prefilled. */
export async function findCustomerProfile(customerId: string): Promise<CustomerProfile | null> {
  const { rows } = await (await pool()).query<{ sealed: string }>(
    "select sealed from customer_profiles where customer_id = $1",
    [customerId],
  );
  const unsealed = rows[0] ? unseal(rows[0].sealed, contextOf(customerId)) : null;
  return CustomerProfile.safeParse(unsealed).data ?? null;
}

function contextOf(customerId: string): string {
  return rowContext("customer_profiles.sealed", customerId);
}
