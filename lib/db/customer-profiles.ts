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
  return (await findCustomerProfiles([customerId])).get(customerId) ?? null;
}

/** By customer ID; without those that don't exist or can't be decrypted. */
export async function findCustomerProfiles(ids: readonly string[]): Promise<Map<string, CustomerProfile>> {
  const { rows } = await (await pool()).query<{ id: string; sealed: string }>(
    "select customer_id as id, sealed from customer_profiles where customer_id = any($1)",
    [[...ids]],
  );
  return new Map(
    rows.flatMap(({ id, sealed }) => {
      const { data } = CustomerProfile.safeParse(unseal(sealed, contextOf(id)));
      return data ? [[id, data]] : [];
    }),
  );
}

function contextOf(customerId: string): string {
  return rowContext("customer_profiles.sealed", customerId);
}
