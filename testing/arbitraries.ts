import fc from "fast-check";
import type { z } from "zod";
import { CARD_TYPES } from "@/lib/contract/card-type";
import {
  ADDRESS_MAX_CHARACTERS,
  CARD_NAME_MAX_CHARACTERS,
  type CreateCardRequest,
  ENTITY_TYPES,
  PERSON_NAME_MAX_CHARACTERS,
} from "@/lib/contract/create-card";
import {
  type ReissueCardRequest,
  SHIPPING_CITY_MAX_CHARACTERS,
  SHIPPING_LINE1_MAX_CHARACTERS,
  SHIPPING_POSTAL_CODE_MAX_CHARACTERS,
  type ShippingInformation,
} from "@/lib/contract/reissue-card";
import { needsCustomExpiry, RENEW_OPTIONS } from "@/lib/domain/cards/renewal";
import { COUNTRIES } from "@/lib/domain/countries/countries";
import { countCharacters, offendingInAddress, offendingInCardName } from "@/lib/domain/text/characters";
import { addDays, earliestExpiry, type IsoDate } from "@/lib/domain/time/calendar";

export type ConsumerRequest = Extract<CreateCardRequest, { customerType: "Consumer" }>;
export type BusinessRequest = Extract<CreateCardRequest, { customerType: "Business" }>;
export type ReissueRequest = z.input<typeof ReissueCardRequest>;

type Overrides<T> = { [Key in keyof T]?: T[Key] extends object ? Overrides<T[Key]> : T[Key] };

export function sampleConsumerRequest(overrides: Overrides<ConsumerRequest> = {}): ConsumerRequest {
  return merge(
    {
      kycApplicantId: "applicant-1815",
      cardType: "virtual",
      preferredCardName: "Travel",
      spendLimit: 500,
      customerType: "Consumer",
      kyc: {
        firstName: "Ada",
        lastName: "Lovelace",
        dob: "1985-12-10",
        residentialAddress: {
          idDocumentType: "passport",
          idDocumentNumber: "533401372",
          line1: "12 St James's Square",
          line2: "Flat 3",
          city: "London",
          country: "GBR",
          postalCode: "SW1Y 4JH",
        },
      },
      meta: {
        id: "customer-1",
        otpPhoneNumber: { dialCode: 44, phoneNumber: "7400123456" },
        email: "ada@example.com",
      },
    },
    overrides,
  );
}

export function sampleBusinessRequest(overrides: Overrides<BusinessRequest> = {}): BusinessRequest {
  return merge(
    {
      kycApplicantId: "applicant-1911",
      cardType: "physical",
      preferredCardName: "Office supplies",
      spendLimit: 2500,
      customerType: "Business",
      kyc: {
        fullName: "Analytical Engines Limited",
        entityType: "company",
        businessRegistrationNumber: "HRB 123456",
        businessOperationAddress: {
          line1: "1 Unter den Linden",
          line2: "3rd floor",
          city: "Berlin",
          country: "DEU",
          postalCode: "10117",
        },
      },
      meta: {
        id: "customer-2",
        otpPhoneNumber: { dialCode: 49, phoneNumber: "15123456789" },
        email: "office@example.com",
      },
    },
    overrides,
  );
}

export function sampleShipping(overrides: Overrides<ShippingInformation> = {}): ShippingInformation {
  return merge(
    {
      shippingAddress: {
        line1: "12 St James Square",
        line2: "Flat 3",
        zone: "Greater London",
        city: "London",
        postalCode: "SW1Y 4JH",
        country: "GB",
      },
      recipientFirstName: "Ada",
      recipientLastName: "Lovelace",
      recipientPhoneNumber: "7400123456",
      recipientDialCode: 44,
      recipientEmail: "ada@example.com",
      cardDesign: "dsg_midnight",
    },
    overrides,
  );
}

/** Sets the value at `path` ("kyc.firstName"), of any type; `undefined` removes the field. */
export function withValueAt(request: unknown, path: string, value: unknown): unknown {
  const [key = "", ...rest] = path.split(".");
  const { [key]: current, ...others } = request as Record<string, unknown>;
  const replaced = rest.length === 0 ? value : withValueAt(current, rest.join("."), value);
  return replaced === undefined ? others : { ...others, [key]: replaced };
}

export function consumerCardRequest(today: IsoDate): fc.Arbitrary<ConsumerRequest> {
  return fc.record(
    {
      ...cardFields(today),
      customerType: fc.constant("Consumer" as const),
      kyc: fc.record({
        firstName: storableText(PERSON_NAME_MAX_CHARACTERS),
        lastName: storableText(PERSON_NAME_MAX_CHARACTERS),
        dob: isoDates("0001-01-01", addDays(today, -1)),
        residentialAddress: fc.record(
          {
            idDocumentType: storableText(),
            idDocumentNumber: storableText(ADDRESS_MAX_CHARACTERS),
            line1: storableText(ADDRESS_MAX_CHARACTERS),
            line2: storableText(ADDRESS_MAX_CHARACTERS),
            city: storableText(ADDRESS_MAX_CHARACTERS),
            country: alpha3,
            postalCode: optionalText,
          },
          {
            requiredKeys: ["idDocumentType", "idDocumentNumber", "line1", "line2", "city", "country"],
          },
        ),
      }),
    },
    { requiredKeys: [...requiredCardFields, "customerType", "kyc"] },
  );
}

export function businessCardRequest(today: IsoDate): fc.Arbitrary<BusinessRequest> {
  return fc.record(
    {
      ...cardFields(today),
      customerType: fc.constant("Business" as const),
      kyc: fc.record({
        fullName: storableText(),
        entityType: fc.constantFrom(...ENTITY_TYPES),
        businessRegistrationNumber: storableText(),
        businessOperationAddress: fc.record(
          {
            line1: storableText(),
            line2: storableText(),
            city: storableText(),
            country: alpha3,
            postalCode: optionalText,
          },
          { requiredKeys: ["line1", "line2", "city", "country"] },
        ),
      }),
    },
    { requiredKeys: [...requiredCardFields, "customerType", "kyc"] },
  );
}

export function shippingInformation(): fc.Arbitrary<ShippingInformation> {
  return fc
    .record({
      shippingAddress: fc.record(
        {
          line1: addressText(SHIPPING_LINE1_MAX_CHARACTERS),
          line2: fc.option(fc.oneof(fc.constant(""), addressText(80))),
          zone: fc.option(fc.oneof(fc.constant(""), addressText(80))),
          city: addressText(SHIPPING_CITY_MAX_CHARACTERS),
          postalCode: nonBlank(
            fc.string({ unit: postalCodeCharacter, maxLength: SHIPPING_POSTAL_CODE_MAX_CHARACTERS }),
          ),
          country: fc.constantFrom(...COUNTRIES.map((country) => country.alpha2)),
        },
        { requiredKeys: ["line1", "city", "postalCode", "country"] },
      ),
      recipientFirstName: storableText(),
      recipientLastName: storableText(),
      phone,
      recipientEmail: fc.emailAddress(),
      cardDesign: storableText(),
    })
    .map(({ phone: { dialCode, phoneNumber }, ...others }) => ({
      ...others,
      recipientDialCode: dialCode,
      recipientPhoneNumber: phoneNumber,
    }));
}

/** For a physical card, so the shipping information is always included. */
export function reissueRequest(today: IsoDate): fc.Arbitrary<ReissueRequest> {
  return fc
    .record(
      {
        renewOption: fc.constantFrom(...RENEW_OPTIONS),
        expiryDate: expiryDate(today),
        shippingInformation: shippingInformation(),
      },
      { requiredKeys: ["shippingInformation"] },
    )
    .filter(
      ({ renewOption, expiryDate }) =>
        renewOption === undefined || !needsCustomExpiry(renewOption) || expiryDate !== undefined,
    );
}

export function isoDates(first: IsoDate, last: IsoDate): fc.Arbitrary<IsoDate> {
  return fc
    .date({ min: new Date(`${first}T00:00:00Z`), max: new Date(`${last}T00:00:00Z`), noInvalidDate: true })
    .map((instant) => instant.toISOString().slice(0, 10));
}

/** Text in any script that a database can store, often of exactly `max` code points. */
export function storableText(max?: number): fc.Arbitrary<string> {
  return upTo(codePoint, max);
}

const codePoint = fc
  .string({ unit: "binary", minLength: 1, maxLength: 1 })
  .filter((character) => character !== "\0");
const cardNameCharacter = codePoint.filter((character) => offendingInCardName(character).length === 0);
const addressCharacter = fc
  .integer({ min: 32, max: 122 })
  .map((code) => String.fromCharCode(code))
  .filter((character) => offendingInAddress(character).length === 0);
const postalCodeCharacter = fc.constantFrom(
  ..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz -",
);
const alpha3 = fc.constantFrom(...COUNTRIES.map((country) => country.alpha3));
const optionalText = fc.oneof(fc.constant(""), storableText());

const phone = fc
  .tuple(fc.integer({ min: 1, max: 999 }), fc.constantFrom("", " ", "-", "."))
  .chain(([dialCode, separator]) => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), {
      minLength: 4,
      maxLength: 15 - String(dialCode).length,
    });
    return digits.map((number) => ({ dialCode, phoneNumber: number.join(separator) }));
  });

const requiredCardFields = ["kycApplicantId", "cardType", "preferredCardName", "meta"] as const;

function cardFields(today: IsoDate) {
  return {
    kycApplicantId: storableText(),
    cardType: fc.constantFrom(...CARD_TYPES),
    preferredCardName: upTo(cardNameCharacter, CARD_NAME_MAX_CHARACTERS),
    // Excludes integers that look like a card number, which the wizard rejects but the issuer accepts.
    spendLimit: fc.oneof(
      fc.constant(0),
      fc
        .double({ min: 0, noNaN: true, noDefaultInfinity: true })
        .filter((limit) => limit < 1e12 || limit >= 1e21),
    ),
    expiryDate: fc.option(expiryDate(today)),
    meta: fc.record(
      { id: storableText(), otpPhoneNumber: phone, email: fc.option(fc.emailAddress()) },
      { requiredKeys: ["id", "otpPhoneNumber"] },
    ),
    cardDesign: storableText(),
  };
}

function expiryDate(today: IsoDate): fc.Arbitrary<IsoDate> {
  const earliest = earliestExpiry(today);
  return fc.oneof(fc.constant(earliest), isoDates(earliest, "9999-12-31"));
}

function addressText(max: number): fc.Arbitrary<string> {
  return upTo(addressCharacter, max);
}

function upTo(unit: fc.Arbitrary<string>, max?: number): fc.Arbitrary<string> {
  if (max === undefined) return nonBlank(fc.string({ unit }));
  return nonBlank(
    fc.oneof(fc.string({ unit, maxLength: max }), fc.string({ unit, minLength: max, maxLength: max })),
  ).filter((text) => countCharacters(text) <= max);
}

function nonBlank(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return texts.filter((text) => text.trim() !== "");
}

function merge<T extends object>(base: T, overrides: Overrides<T>): T {
  const merged = Object.entries(overrides).map(([key, value]) => {
    const current = base[key as keyof T];
    return [
      key,
      isPlainObject(current) && isPlainObject(value)
        ? merge(current, value as Overrides<typeof current>)
        : value,
    ];
  });
  return { ...base, ...Object.fromEntries(merged) };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
