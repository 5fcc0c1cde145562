import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COUNTRIES } from "@/lib/domain/countries/countries";
import { addDays } from "@/lib/domain/time/calendar";
import {
  businessCardRequest,
  consumerCardRequest,
  sampleBusinessRequest,
  sampleConsumerRequest,
  withValueAt,
} from "@/testing/arbitraries";
import { anyViolation, createCardViolations, type RuleViolation } from "@/testing/rule-violations";
import { cardholderName, createCardRequest } from "./create-card";
import { describeIssues } from "./error";

const TODAY = "2026-11-15";
// A normal day, and days on which one month ahead is clamped or in the next year.
const DAYS = [TODAY, "2024-01-31", "2026-12-31", "2027-01-29"];

const SHAPES = [
  { customerType: "Consumer", sample: sampleConsumerRequest(), requests: consumerCardRequest },
  { customerType: "Business", sample: sampleBusinessRequest(), requests: businessCardRequest },
] as const;

const LIMITS = {
  Consumer: [
    ["preferredCardName", 27],
    ["kyc.firstName", 20],
    ["kyc.lastName", 20],
    ["kyc.residentialAddress.idDocumentNumber", 255],
    ["kyc.residentialAddress.line1", 255],
    ["kyc.residentialAddress.line2", 255],
    ["kyc.residentialAddress.city", 255],
  ],
  Business: [["preferredCardName", 27]],
} as const;

const OPTIONAL = {
  Consumer: ["spendLimit", "expiryDate", "cardDesign", "meta.email", "kyc.residentialAddress.postalCode"],
  Business: [
    "spendLimit",
    "expiryDate",
    "cardDesign",
    "meta.email",
    "kyc.businessOperationAddress.postalCode",
  ],
};

const schemas = new Map(DAYS.map((day) => [day, createCardRequest(day)]));

function validationErrors(request: unknown, today = TODAY): { paths: string[]; text: string } {
  const parsed = (schemas.get(today) ?? createCardRequest(today)).safeParse(request);
  if (parsed.success) return { paths: [], text: "" };
  const paths = parsed.error.issues.map((issue) => issue.path.join("."));
  return { paths: [...new Set(paths)], text: describeIssues(parsed.error) };
}

function expectInvalid(request: unknown, { path, message }: RuleViolation, today = TODAY) {
  const { paths, text } = validationErrors(request, today);
  expect(paths).toEqual([path]);
  expect(text.slice(0, path.length + 2 + message.length)).toBe(`${path}: ${message}`);
}

describe.each(SHAPES)("create a $customerType card", ({ customerType, sample, requests }) => {
  it("accepts the sample", () => expect(validationErrors(sample).text).toBe(""));

  it.each(DAYS)("accepts every valid request on %s, even after a JSON round trip", (today) => {
    fc.assert(
      fc.property(requests(today), (request) => {
        expect(validationErrors(request, today).text).toBe("");
        expect(validationErrors(JSON.parse(JSON.stringify(request)), today).text).toBe("");
      }),
    );
  });

  it("returns its input without unknown fields", () => {
    fc.assert(
      fc.property(requests(TODAY), (request) => {
        const unknown = { ...request, surprise: 1, meta: { ...request.meta, surprise: { deep: true } } };
        expect(createCardRequest(TODAY).parse(unknown)).toEqual(request);
      }),
    );
  });

  it.each(createCardViolations(TODAY, customerType))("$path $description: $message…", (violation) => {
    for (const value of fc.sample(violation.value, 10)) {
      expectInvalid(withValueAt(sample, violation.path, value), violation);
    }
  });

  it.each(DAYS)("rejects on %s any valid request with one broken rule, and names that field", (today) => {
    const violations = anyViolation(createCardViolations(today, customerType));
    fc.assert(
      fc.property(requests(today), violations, (request, { violation, invalidValue }) => {
        expectInvalid(withValueAt(request, violation.path, invalidValue), violation, today);
      }),
      { numRuns: 200 },
    );
  });

  it.each(LIMITS[customerType])(
    "accepts %s with exactly %i characters, whatever their encoded size",
    (path, max) => {
      for (const character of ["a", "é", "日", "😀"]) {
        expect(validationErrors(withValueAt(sample, path, character.repeat(max))).text).toBe("");
        expect(validationErrors(withValueAt(sample, path, character.repeat(max + 1))).text).toBe(
          `${path}: must be at most ${max} characters`,
        );
      }
    },
  );

  it.each(OPTIONAL[customerType])("doesn't require %s", (path) => {
    expect(validationErrors(withValueAt(sample, path, undefined)).text).toBe("");
  });

  it.each(["expiryDate", "meta.email"])("accepts null for %s", (path) => {
    expect(validationErrors(withValueAt(sample, path, null)).text).toBe("");
  });

  it("accepts every country by its alpha-3 code, and none by its alpha-2 code", () => {
    const path =
      customerType === "Consumer" ? "kyc.residentialAddress.country" : "kyc.businessOperationAddress.country";
    for (const { alpha2, alpha3 } of COUNTRIES) {
      expect(validationErrors(withValueAt(sample, path, alpha3)).text).toBe("");
      expect(validationErrors(withValueAt(sample, path, alpha2)).text).toBe(
        `${path}: must be an ISO 3166-1 alpha-3 code`,
      );
    }
  });

  it.each([0, 0.01, 1e-7, 500, 1e300])("accepts a spend limit of %d", (spendLimit) => {
    expect(validationErrors(withValueAt(sample, "spendLimit", spendLimit)).text).toBe("");
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("rejects a spend limit of %d", (spendLimit) => {
    expect(validationErrors(withValueAt(sample, "spendLimit", spendLimit)).text).toBe(
      "spendLimit: must be a number",
    );
  });

  it.each(["physical", "virtual"])("accepts the card type %s", (cardType) => {
    expect(validationErrors(withValueAt(sample, "cardType", cardType)).text).toBe("");
  });

  it.each([
    "ada@example.com",
    "o'neil+cards@mail.example.co.uk",
    "a/b=c!#$&*?^`{|}~@example.com",
    "x@localhost",
  ])("accepts the email address %s", (email) =>
    expect(validationErrors(withValueAt(sample, "meta.email", email)).text).toBe(""),
  );
});

describe("the KYC of the other customer type", () => {
  it.each([
    ["Consumer", withValueAt(sampleConsumerRequest(), "kyc", sampleBusinessRequest().kyc), "kyc.firstName"],
    ["Business", withValueAt(sampleBusinessRequest(), "kyc", sampleConsumerRequest().kyc), "kyc.fullName"],
  ])("is rejected for a %s", (_, request, path) => {
    expect(validationErrors(request).text).toContain(`${path}: is required`);
  });

  it.each(["personal", "company"])("accepts the entity type %s for a business", (entityType) => {
    expect(validationErrors(withValueAt(sampleBusinessRequest(), "kyc.entityType", entityType)).text).toBe(
      "",
    );
  });
});

describe("the dates", () => {
  // The date of the request, and the earliest accepted expiry (one calendar month later, clamped).
  it.each([
    ["2026-11-15", "2026-12-15"],
    ["2026-01-31", "2026-02-28"],
    ["2024-01-31", "2024-02-29"],
    ["2026-01-28", "2026-02-28"],
    ["2026-12-31", "2027-01-31"],
    ["2026-03-31", "2026-04-30"],
  ])("are valid on %s if the expiry is %s or later", (today, earliest) => {
    const errorsFor = (expiryDate: string) =>
      validationErrors(sampleConsumerRequest({ expiryDate }), today).text;
    expect(errorsFor(earliest)).toBe("");
    expect(errorsFor(addDays(earliest, 1))).toBe("");
    expect(errorsFor("9999-12-31")).toBe("");
    expect(errorsFor(addDays(earliest, -1))).toBe(
      `expiryDate: must be at least 1 month from today: ${earliest} or later`,
    );
    expect(errorsFor(today)).not.toBe("");
  });

  it("need a date of birth in the past", () => {
    const errorsFor = (dob: string) => validationErrors(sampleConsumerRequest({ kyc: { dob } })).text;
    expect(errorsFor(addDays(TODAY, -1))).toBe("");
    expect(errorsFor("1900-02-28")).toBe("");
    expect(errorsFor(TODAY)).toBe("kyc.dob: must be in the past");
    expect(errorsFor(addDays(TODAY, 1))).toBe("kyc.dob: must be in the past");
    expect(errorsFor("1900-02-29")).toBe("kyc.dob: must be a date in the format YYYY-MM-DD");
  });
});

describe("a body that is not a request", () => {
  it.each([null, undefined, [], [sampleConsumerRequest()], "text", 7, true])(
    "%j is rejected as a whole",
    (body) => {
      expect(validationErrors(body).text).toBe("body: must be a JSON object");
    },
  );

  it("an empty object needs its customer type first", () => {
    expect(validationErrors({}).text).toBe("customerType: must be Consumer or Business");
  });

  it("all missing fields are named", () => {
    expect(validationErrors({ customerType: "Consumer" }).text).toBe(
      [
        "kycApplicantId: is required",
        "cardType: must be physical or virtual",
        "preferredCardName: is required",
        "meta: is required",
        "kyc: is required",
      ].join("; "),
    );
  });

  it("never throws, for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (body, kyc) => {
        expect(validationErrors(body).text).not.toBe("");
        expect(validationErrors({ ...sampleConsumerRequest(), kyc }).text).not.toBe("");
      }),
    );
  });

  it("ignores fields of a prototype", () => {
    const polluted = JSON.parse('{"__proto__": {"customerType": "Consumer"}}');
    expect(validationErrors(polluted).text).toBe("customerType: must be Consumer or Business");
  });

  it("the message stays short, however many errors there are", () => {
    const hostile = withValueAt(sampleConsumerRequest(), "preferredCardName", "?!<>;:".repeat(100_000));
    expect(validationErrors(hostile).text.length).toBeLessThan(500);
  });
});

describe("cardholderName", () => {
  it("is the first and last name, or the business's full name", () => {
    expect(cardholderName(sampleConsumerRequest())).toBe("Ada Lovelace");
    expect(cardholderName(sampleBusinessRequest())).toBe("Analytical Engines Limited");
  });
});
