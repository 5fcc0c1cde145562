import { z } from "zod";
import { findCountry } from "@/lib/domain/countries/countries";
import type { CardApplication } from "./card-application";
import { BusinessKyc, type CreateCardRequest, NO_LINE_2 } from "./create-card";

const known = { kycApplicantId: z.string(), dialCode: z.number() };

/**
 * Prefills a customer's next card: for a company its registration, for a person only the applicant ID. Phone number,
 * email address, birthday and ID document belong to one holder and are entered each time.
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

/** For a person only the dial code; the rest is entered each time. */
export type KnownShipping = { dialCode: number | null; companyAddress: ParcelAddress | null };

export function shippingOf(profile: CustomerProfile): KnownShipping {
  const { dialCode } = profile;
  if (profile.customerType === "Consumer") return { dialCode, companyAddress: null };
  const { line1, line2, city, postalCode = "", country } = profile.kyc.businessOperationAddress;
  // The KYC address has an alpha-3 country code, and the shipping address needs an alpha-2 one.
  const alpha2 = findCountry(country)?.alpha2 ?? "";
  return {
    dialCode,
    companyAddress: { line1, line2: line2 === NO_LINE_2 ? "" : line2, city, postalCode, country: alpha2 },
  };
}
