import { z } from "zod";
import { findCountry } from "@/lib/domain/countries";
import type { CardApplication } from "./card-application";
import { BusinessKyc, type CreateCardRequest, NO_LINE_2 } from "./create-card";

const known = { kycApplicantId: z.string(), dialCode: z.number() };

/**
 * What a customer's next card is filled in with: of a company its registration, of a person only which applicant they
 * are. A phone number, an email address, a birthday and an ID document belong to one holder and are asked each time.
 */
export const CustomerProfile = z.discriminatedUnion("customerType", [
  z.object({ customerType: z.literal("Consumer"), ...known }),
  z.object({ customerType: z.literal("Business"), ...known, kyc: BusinessKyc }),
]);
export type CustomerProfile = z.infer<typeof CustomerProfile>;

export function profileOf(request: CreateCardRequest): CustomerProfile {
  const { kycApplicantId, meta } = request;
  const profile = { kycApplicantId, dialCode: meta.otpPhoneNumber.dialCode };
  if (request.customerType === "Consumer") return { customerType: "Consumer", ...profile };
  return { customerType: "Business", ...profile, kyc: request.kyc };
}

export function withProfile(application: CardApplication, profile: CustomerProfile): CardApplication {
  const { customerType, kycApplicantId, dialCode } = profile;
  const { meta } = application;
  const filled = {
    ...application,
    customerType,
    kycApplicantId,
    meta: { ...meta, otpPhoneNumber: { ...meta.otpPhoneNumber, dialCode } },
  };
  if (profile.customerType === "Consumer") return filled;
  const { businessOperationAddress: address, ...company } = profile.kyc;
  const businessOperationAddress = { ...address, postalCode: address.postalCode ?? "" };
  return { ...filled, kyc: { ...application.kyc, ...company, businessOperationAddress } };
}

type ParcelAddress = { line1: string; line2: string; city: string; postalCode: string; country: string };

/** What a profile says about a parcel: of a person, who is asked for the rest each time, only the dial code. */
export type KnownShipping = { dialCode: number | null; companyAddress: ParcelAddress | null };

export function shippingOf(profile: CustomerProfile): KnownShipping {
  const { dialCode } = profile;
  if (profile.customerType === "Consumer") return { dialCode, companyAddress: null };
  const { line1, line2, city, postalCode = "", country } = profile.kyc.businessOperationAddress;
  // Companies are registered by alpha-3 codes, and parcels are sent by alpha-2 ones.
  const alpha2 = findCountry(country)?.alpha2 ?? "";
  return {
    dialCode,
    companyAddress: { line1, line2: line2 === NO_LINE_2 ? "" : line2, city, postalCode, country: alpha2 },
  };
}
