import "server-only";
import { z } from "zod";
import { type KnownShipping, shippingOf } from "@/lib/contract/customer-profile";
import { findCustomerProfile } from "@/lib/db/customer-profiles";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

/** Prefills the shipping form. Only people who may issue cards can read a profile. */
export const getKnownShipping = defineQuery({
  name: "a customer's shipping details",
  permission: "cards.create",
  input: z.object({ externalCustomerId: z.string().min(1).max(10_000) }),
  async run({ input }) {
    const profile = await findCustomerProfile(input.externalCustomerId);
    return success<KnownShipping>(profile ? shippingOf(profile) : { dialCode: null, companyAddress: null });
  },
});
