import "server-only";
import { z } from "zod";
import { findIndexedCustomer } from "@/lib/card-index/customer";
import { findIndexedCards } from "@/lib/card-index/find-cards";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import { findProgramCurrency } from "@/lib/card-index/program-currency";
import { CARD_TYPES, type KnownCardStatus } from "@/lib/contract/card";
import { type CardApplication, EMPTY_APPLICATION } from "@/lib/contract/card-application";
import { withProfile } from "@/lib/contract/customer-profile";
import { knownNames } from "@/lib/contract/known-names";
import { findCustomerProfile } from "@/lib/db/customer-profiles";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

const ACTIVE: KnownCardStatus = "ACTIVE";
const CARDS_COMPARED = 200;

const Id = z.string().min(1).max(255).nullable();

/** A new card's first values: what the index knows of a customer, of a card that it should be like, a design, and the currency. */
export const getFirstApplication = defineQuery({
  name: "the details for a new card",
  permission: "cards.create",
  input: z.object({ customer: Id, like: Id, design: Id }),
  async run({ input: { customer: customerId, like, design } }) {
    const [customer, profile, cards, currency] = await Promise.all([
      customerId === null ? null : findIndexedCustomer(customerId),
      customerId === null ? null : findCustomerProfile(customerId),
      findIndexedCards(like === null ? [] : [like]),
      findProgramCurrency(),
    ]);
    const model = like === null ? undefined : cards.get(like);
    const application: CardApplication = {
      ...EMPTY_APPLICATION,
      kyc: { ...EMPTY_APPLICATION.kyc, ...(customer ? knownNames(customer.name) : {}) },
      meta: { ...EMPTY_APPLICATION.meta, id: customerId ?? "" },
      cardType: CARD_TYPES.find((type) => type === model?.cardType) ?? "",
      preferredCardName: model?.cardName ?? "",
      cardDesign: design ?? model?.cardDesign ?? "",
    };
    return success({
      application: profile ? withProfile(application, profile) : application,
      customer,
      currency,
    });
  },
});

/** Who holds cards under a customer id, and their active cards: what to know before one more is issued. */
export const getActiveCards = defineQuery({
  name: "a customer's active cards",
  permission: "cards.read",
  input: z.object({ externalCustomerId: z.string().min(1).max(10_000) }),
  async run({ input: { externalCustomerId: customerId } }) {
    const [customer, page] = await Promise.all([
      findIndexedCustomer(customerId),
      listIndexedCards({
        filter: { customerId, status: [ACTIVE] },
        sort: { by: "created", direction: "desc" },
        limit: CARDS_COMPARED,
      }),
    ]);
    return success({
      customer,
      cards: page.rows.map(({ id, lastFour, cardName, cardType, created }) => ({
        id,
        lastFour,
        cardName,
        cardType,
        created,
      })),
    });
  },
});
