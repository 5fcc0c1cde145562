import { lastFour } from "@/sandbox/domain/credentials";
import type { Evidence, Invariant } from "./invariant";

export const indexConverges: Invariant = {
  name: "index-converges",
  promise: "The card index converges to the issuer's records.",
  when: "end",
  findViolation: findIndexDifference,
};

export async function findIndexDifference({ world }: Pick<Evidence, "world">): Promise<string | null> {
  type Row = { id: string; state: string };
  const issued: Row[] = world.issuedCards().map(({ id, status, cardNumber, externalCustomerId }) => ({
    id,
    state: `${status} ${lastFour(cardNumber)} ${externalCustomerId}`,
  }));
  const indexed = await world.databases.dashboard.read<Row>(
    `select id, status || ' ' || last_four || ' ' || customer_id as state from indexed_cards order by id`,
  );
  for (const { id, state } of issued) {
    const known = indexed.find((row) => row.id === id)?.state;
    if (known !== state) return `${id} is ${state}, but the index says ${known ?? "nothing"}`;
  }
  return indexed.length > issued.length ? "The index has cards that the issuer doesn't have" : null;
}
