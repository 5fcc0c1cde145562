import { expect, it } from "vitest";
import { maskRepeated } from "./mask-repeated";

const REQUEST = {
  kyc: {
    firstName: "Zoë",
    lastName: "van Dyck-Lovelace",
    dob: "1990-04-23",
    kycApplicantId: "applicant-unverified-1",
    residentialAddress: { line1: "20 Rue de Rivoli", postalCode: "75001", idDocumentNumber: "X-123 456" },
  },
  meta: {
    id: "cus_7",
    email: "zoe@example.com",
    otpPhoneNumber: { dialCode: 44, phoneNumber: "7911123456" },
  },
  preferredCardName: "Zoë’s Travel Card",
  spendLimit: 500,
};

it.each([
  ["Zoë van Dyck-Lovelace is on a list", "••• ••• •••-••• is on a list"],
  ["DYCK-LOVELACE, ZOE was refused", "•••-•••, ••• was refused"],
  ["born 23/04/1990, 1990-04-23 or 04.23.1990", "born •••, ••• or •••"],
  ["+44 7911 123-456 is used by zoe@example.com", "+••• is used by •••@•••.•••"],
  ["document x123456 in 75001", "document x••• in •••"],
  ["no applicant “Applicant-Unverified-1” found", "no applicant “•••” found"],
])("masks what the request says: %s", (message, masked) => {
  expect(maskRepeated(message, REQUEST)).toBe(masked);
});

it.each([
  "must have at most 20 characters",
  "must be 2026-12-18 or later",
  "customer cus_7 has too many cards",
  "must be at most 100000",
  "The applicant is not verified by the KYC provider.",
  "This card is not available in your country.",
])("keeps the rest: %s", (message) => {
  expect(maskRepeated(message, REQUEST)).toBe(message);
  expect(maskRepeated(message, undefined)).toBe(message);
});
