import type { CreateCardRequest } from "@/lib/contract/create-card";
import type { Random } from "@/sandbox/domain/credentials";
import { drawCompany } from "@/sandbox/scenarios/companies";
import { COUNTRIES, COUNTRY_PROFILES } from "@/sandbox/scenarios/country-profiles";
import { drawPerson } from "@/sandbox/scenarios/people";
import { draw, drawBetween } from "@/sandbox/scenarios/random";
import type { Actions } from "./story";

type Issue = Omit<NonNullable<Actions["issue"]>, "spendLimit" | "request"> & { spendLimit: number };

/** The whole request for a card of which a story tells only the essentials. */
export function cardRequest(issue: Issue, random: Random): CreateCardRequest {
  const country = draw(random, COUNTRIES);
  const profile = COUNTRY_PROFILES[country];
  const person = drawPerson(random, draw(random, profile.cultures));
  const company = drawCompany(random, profile);
  const number = drawBetween(random, 10_000_000, 99_999_999);
  const born = `19${drawBetween(random, 55, 99)}-0${drawBetween(random, 1, 9)}-${drawBetween(random, 10, 28)}`;
  const address = {
    line1: `${(number % 180) + 1} Main Street`,
    line2: "none",
    city: draw(random, profile.cities),
    country,
  };
  const card = {
    kycApplicantId: `applicant-${number}`,
    cardType: issue.cardType ?? "virtual",
    preferredCardName: issue.cardName ?? "Everyday",
    spendLimit: issue.spendLimit,
    meta: {
      id: issue.customerId ?? `cust_${number}`,
      otpPhoneNumber: { dialCode: 44, phoneNumber: "7911123456" },
    },
  };
  if (issue.customerType === "Business")
    return {
      ...card,
      customerType: "Business",
      kyc: {
        fullName: issue.holder ?? company,
        entityType: "company",
        businessRegistrationNumber: String(number),
        businessOperationAddress: address,
      },
    };
  const { first, last } = issue.holder === undefined ? person : splitName(issue.holder);
  return {
    ...card,
    customerType: "Consumer",
    kyc: {
      firstName: first,
      lastName: last,
      dob: born,
      residentialAddress: { ...address, idDocumentType: "passport", idDocumentNumber: `P${number}` },
    },
  };
}

function splitName(name: string): { first: string; last: string } {
  const end = name.trim().lastIndexOf(" ");
  return { first: name.trim().slice(0, Math.max(end, 0)), last: name.trim().slice(end + 1) };
}
