import "server-only";
import { z } from "zod";
import { findIndexedCards } from "@/lib/card-index/find-cards";
import { findIndexedCustomer } from "@/lib/card-index/find-customer";
import { findKnownCustomers } from "@/lib/card-index/find-known-customers";
import { listIndexedCards } from "@/lib/card-index/list-cards";
import { findProgramCurrency } from "@/lib/card-index/program-currency";
import type { KnownCardStatus } from "@/lib/contract/card";
import { type CardApplication, EMPTY_APPLICATION } from "@/lib/contract/card-application";
import { CARD_TYPES } from "@/lib/contract/card-type";
import { withProfile } from "@/lib/contract/customer-profile";
import { companyCells } from "@/lib/contract/issue-rows/company-cells";
import { knownNames } from "@/lib/contract/known-names";
import { findCustomerProfile } from "@/lib/db/customer-profiles";
import { can } from "@/lib/domain/people/permissions";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

const ACTIVE: KnownCardStatus = "ACTIVE";
const MAX_CARDS = 200;

const Id = z.string().min(1).max(255).nullable();

/** Prefills a new card from the customer, a template card and a design. */
export const getInitialApplication = defineQuery({
  name: "the details for a new card",
  permission: "cards.create",
  input: z.object({ customer: Id, template: Id, design: Id }),
  async run({ input: { customer: customerId, template: templateId, design } }) {
    const [customer, profile, cards, currency] = await Promise.all([
      customerId === null ? null : findIndexedCustomer(customerId),
      customerId === null ? null : findCustomerProfile(customerId),
      findIndexedCards(templateId === null ? [] : [templateId]),
      findProgramCurrency(),
    ]);
    const template = templateId === null ? undefined : cards.get(templateId);
    const application: CardApplication = {
      ...EMPTY_APPLICATION,
      kyc: { ...EMPTY_APPLICATION.kyc, ...(customer ? knownNames(customer.name) : {}) },
      meta: { ...EMPTY_APPLICATION.meta, id: customerId ?? "" },
      cardType: CARD_TYPES.find((type) => type === template?.cardType) ?? "",
      preferredCardName: template?.cardName ?? "",
      cardDesign: design ?? template?.cardDesign ?? "",
    };
    return success({
      application: profile ? withProfile(application, profile) : application,
      customer,
      currency,
    });
  },
});

/** What all cards of a company have in common, to issue several at once; null for a person, or if nothing is known. */
export const getCompany = defineQuery({
  name: "a company",
  permission: "bulk.run",
  input: z.object({ customerId: z.string().min(1).max(255) }),
  async run({ input: { customerId } }) {
    const profile = await findCustomerProfile(customerId);
    return success({ cells: profile && companyCells(customerId, profile) });
  },
});

/** What to check before another card is issued with the same customer ID. */
export const getActiveCards = defineQuery({
  name: "a customer's active cards",
  permission: "cards.read",
  input: z.object({ externalCustomerId: z.string().min(1).max(10_000) }),
  async run({ input: { externalCustomerId: customerId }, actor }) {
    const [customer, found, page] = await Promise.all([
      findIndexedCustomer(customerId),
      findKnownCustomers([customerId]),
      listIndexedCards({
        filter: { customerId, status: [ACTIVE] },
        sort: { by: "created", direction: "desc" },
        limit: MAX_CARDS,
      }),
    ]);
    const known = found.get(customerId) ?? null;
    return success({
      customer,
      // Profiles are for people who may issue cards.
      known: known && can(actor.role, "cards.create") ? known : known && { ...known, kycApplicantId: null },
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
