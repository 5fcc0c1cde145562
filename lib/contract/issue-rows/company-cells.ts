import { NO_LINE_2 } from "@/lib/contract/create-card";
import type { CustomerProfile } from "@/lib/contract/customer-profile";
import type { IssueCells } from "@/lib/domain/issue-rows/read-rows";

/** What is the same in all rows if one company gets cards for many people; null for a person. */
export function companyCells(customerId: string, profile: CustomerProfile): IssueCells | null {
  if (profile.customerType !== "Business") return null;
  const { fullName, entityType, businessRegistrationNumber, businessOperationAddress } = profile.kyc;
  const { line1, line2, city, country, postalCode } = businessOperationAddress;
  return {
    customerType: "Business",
    customerId,
    kycApplicantId: profile.kycApplicantId,
    legalName: fullName,
    entityType,
    registrationNumber: businessRegistrationNumber,
    line1,
    line2: line2 === NO_LINE_2 ? "" : line2,
    city,
    country,
    postalCode: postalCode ?? "",
    dialCode: String(profile.dialCode),
  };
}
