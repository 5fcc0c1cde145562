import "server-only";
import { z } from "zod";
import { findIndexedCustomer } from "@/lib/card-index/find-customer";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import { readCustomerDays } from "@/lib/card-index/read-figures";
import { refreshStaleCards } from "@/lib/card-index/sync/refresh-stale-cards";
import { failure, success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";
import { RangeInput, resolveRangeInput } from "./figures";
import { listNotes } from "./notes";

const MAX_CARDS = 12;
const MAX_CARDS_WITH_NOTES = 200;

const CustomerId = z.string().min(1).max(255);

export const getCustomer = defineQuery({
  name: "a customer",
  permission: "cards.read",
  input: z.object({ customerId: CustomerId }),
  async run({ input: { customerId }, requestId }) {
    const [customer, page] = await Promise.all([
      findIndexedCustomer(customerId),
      listIndexedCards({
        filter: { customerId },
        sort: { by: "created", direction: "desc" },
        limit: MAX_CARDS_WITH_NOTES,
      }),
    ]);
    if (!customer)
      return failure({
        code: "not-found",
        message: "No cards found for this customer.",
        requestId,
        retry: "safe",
      });
    void refreshStaleCards(page.rows.slice(0, MAX_CARDS).map(({ id }) => id));
    const notes = await listNotes([`customer:${customerId}`, ...page.rows.map(({ id }) => `card:${id}`)]);
    const lastFours = Object.fromEntries(page.rows.map(({ id, lastFour }) => [id, lastFour]));
    return success({ customer, cards: page.rows.slice(0, MAX_CARDS), lastFours, notes });
  },
});

/** By currency and status. */
export const getCustomerFigures = defineQuery({
  name: "a customer's figures",
  permission: "transactions.read",
  input: RangeInput.extend({ customerId: CustomerId }),
  async run({ input: { customerId, ...rangeInput } }) {
    const { today, range } = await resolveRangeInput(rangeInput);
    return success({ today, range, transactions: await readCustomerDays(customerId, range) });
  },
});
