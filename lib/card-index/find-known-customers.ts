import "server-only";
import type { KnownCustomer } from "@/lib/contract/issue-concerns";
import { findCustomerProfiles } from "@/lib/db/customer-profiles";
import { pool } from "@/lib/db/database";

/** By their IDs; without those of whom the index has no card. */
export async function findKnownCustomers(
  customerIds: readonly string[],
): Promise<Map<string, KnownCustomer>> {
  const ids = [...new Set(customerIds)];
  const [{ rows }, profiles] = await Promise.all([
    (await pool()).query<{ id: string; name: string; names: string[] }>(
      `select customer_id as id, (array_agg(cardholder_name order by created_at, id))[1] as name,
              array_agg(distinct cardholder_name) as names
       from indexed_cards where customer_id = any($1) group by customer_id`,
      [ids],
    ),
    findCustomerProfiles(ids),
  ]);
  return new Map(
    rows.map(({ id, name, names }) => {
      const kycApplicantId = profiles.get(id)?.kycApplicantId ?? null;
      return [id, { id, name, otherNames: names.filter((other) => other !== name), kycApplicantId }];
    }),
  );
}
