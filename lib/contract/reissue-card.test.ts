import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_RENEW_OPTION, needsCustomExpiry, RENEW_OPTIONS } from "@/lib/domain/cards/renewal";
import { COUNTRIES } from "@/lib/domain/countries/countries";
import { addDays, earliestExpiry } from "@/lib/domain/time/calendar";
import { reissueRequest, sampleShipping, withValueAt } from "@/testing/arbitraries";
import { anyViolation, reissueViolations } from "@/testing/rule-violations";
import { describeIssues } from "./error";
import { reissueCardRequest } from "./reissue-card";

const TODAY = "2026-11-15";
const EARLIEST = earliestExpiry(TODAY);
const CUSTOM = RENEW_OPTIONS.filter(needsCustomExpiry);
const OTHERS = RENEW_OPTIONS.filter((option) => !needsCustomExpiry(option));

const PHYSICAL = reissueCardRequest({ isPhysical: true }, TODAY);
const VIRTUAL = reissueCardRequest({ isPhysical: false }, TODAY);
const sample = { shippingInformation: sampleShipping() };

function validationErrors(request: unknown, schema = PHYSICAL): string {
  const parsed = schema.safeParse(request);
  return parsed.success ? "" : describeIssues(parsed.error);
}

function expectInvalid(request: unknown, { path, message }: { path: string; message: string }) {
  const parsed = PHYSICAL.safeParse(request);
  const paths = new Set(parsed.error?.issues.map((issue) => issue.path.join(".")));
  expect([...paths]).toEqual([path]);
  expect(validationErrors(request).slice(0, path.length + 2 + message.length)).toBe(`${path}: ${message}`);
}

describe("every valid request", () => {
  it("is accepted, even after a JSON round trip", () => {
    fc.assert(
      fc.property(reissueRequest(TODAY), (request) => {
        expect(validationErrors(request)).toBe("");
        expect(validationErrors(JSON.parse(JSON.stringify(request)))).toBe("");
      }),
    );
  });

  it("stays unchanged, with the default option if it has none", () => {
    fc.assert(
      fc.property(reissueRequest(TODAY), (request) => {
        const expected = { renewOption: DEFAULT_RENEW_OPTION, ...request };
        expect(PHYSICAL.parse({ ...request, surprise: [] })).toEqual(expected);
      }),
    );
  });

  it("is rejected if one rule is broken, and that field is named", () => {
    fc.assert(
      fc.property(
        reissueRequest(TODAY),
        anyViolation(reissueViolations()),
        (request, { violation, invalidValue }) => {
          // Without its date a custom option would break a second rule.
          fc.pre(
            violation.path !== "expiryDate" ||
              !needsCustomExpiry(request.renewOption ?? DEFAULT_RENEW_OPTION),
          );
          expectInvalid(withValueAt(request, violation.path, invalidValue), violation);
        },
      ),
      { numRuns: 500 },
    );
  });
});

it.each(reissueViolations())("$path $description: $message…", (violation) => {
  for (const value of fc.sample(violation.value, 10)) {
    expectInvalid(withValueAt(sample, violation.path, value), violation);
  }
});

describe("the renewal option", () => {
  it.each(OTHERS)("%s needs no date and ignores one that is too early", (renewOption) => {
    expect(validationErrors({ ...sample, renewOption })).toBe("");
    expect(validationErrors({ ...sample, renewOption, expiryDate: TODAY })).toBe("");
  });

  it.each(CUSTOM)("%s needs a date at least one month out", (renewOption) => {
    const errorsFor = (expiryDate?: string) =>
      validationErrors({ ...sample, renewOption, ...(expiryDate && { expiryDate }) });
    expect(errorsFor(EARLIEST)).toBe("");
    expect(errorsFor(addDays(EARLIEST, 1))).toBe("");
    expect(errorsFor("9999-12-31")).toBe("");
    expect(errorsFor()).toBe("expiryDate: is required for this option");
    for (const tooEarly of [addDays(EARLIEST, -1), TODAY, "2020-01-01"]) {
      expect(errorsFor(tooEarly)).toBe(
        "expiryDate: must be at least 1 month from today: 2026-12-15 or later",
      );
    }
  });

  it.each([
    ["2026-01-31", "2026-02-28"],
    ["2024-01-31", "2024-02-29"],
    ["2026-12-31", "2027-01-31"],
  ])("requested on %s, one month later is %s", (today, earliest) => {
    const schema = reissueCardRequest({ isPhysical: false }, today);
    const errorsFor = (expiryDate: string) =>
      validationErrors({ renewOption: "NEW_CARD_NUMBER_WITH_NEW_CUSTOM_EXPIRY", expiryDate }, schema);
    expect(errorsFor(earliest)).toBe("");
    expect(errorsFor(addDays(earliest, -1))).toBe(
      `expiryDate: must be at least 1 month from today: ${earliest} or later`,
    );
  });

  it("is a new number with a new expiry date by default", () => {
    expect(VIRTUAL.parse({})).toEqual({ renewOption: "NEW_CARD_NUMBER_WITH_NEW_EXPIRY_DATE" });
  });
});

describe("shipping", () => {
  it.each(RENEW_OPTIONS)(
    "is required for a physical card with %s, but not for a virtual one",
    (renewOption) => {
      const request = { renewOption, expiryDate: "2030-01-01" };
      expect(validationErrors(request)).toBe("shippingInformation: is required for a physical card");
      expect(validationErrors(request, VIRTUAL)).toBe("");
    },
  );

  it("is checked for a virtual card too, if present", () => {
    expect(validationErrors(sample, VIRTUAL)).toBe("");
    const wrong = withValueAt(sample, "shippingInformation.shippingAddress.city", "São Paulo");
    expect(validationErrors(wrong, VIRTUAL)).toBe(
      "shippingInformation.shippingAddress.city: must not contain ã",
    );
  });

  it.each([
    ["line1", 50],
    ["city", 20],
    ["postalCode", 10],
  ])("accepts a %s of at most %i characters", (field, max) => {
    const path = `shippingInformation.shippingAddress.${field}`;
    expect(validationErrors(withValueAt(sample, path, "a".repeat(max)))).toBe("");
    expect(validationErrors(withValueAt(sample, path, "a".repeat(max + 1)))).toBe(
      `${path}: must be at most ${max} characters`,
    );
  });

  it.each(["line2", "zone"])("doesn't require %s, and accepts null, empty and long text for it", (field) => {
    const path = `shippingInformation.shippingAddress.${field}`;
    for (const value of [undefined, null, "", " ", "a".repeat(1000)]) {
      expect(validationErrors(withValueAt(sample, path, value))).toBe("");
    }
  });

  it("accepts a space in every address field, as in Hong Kong", () => {
    for (const field of ["line1", "line2", "zone", "city", "postalCode"]) {
      expect(
        validationErrors(withValueAt(sample, `shippingInformation.shippingAddress.${field}`, "Hong Kong")),
      ).toBe("");
    }
  });

  it.each(["0", "9", "A", "Z", "a", "z", "-", "SW1A 1AA", "90210-1234", "1 2-3 Ab"])(
    "accepts the postal code %j",
    (postalCode) => {
      const path = "shippingInformation.shippingAddress.postalCode";
      expect(validationErrors(withValueAt(sample, path, postalCode))).toBe("");
    },
  );

  it("accepts every country by its alpha-2 code, and none by its alpha-3 code", () => {
    const path = "shippingInformation.shippingAddress.country";
    for (const { alpha2, alpha3 } of COUNTRIES) {
      expect(validationErrors(withValueAt(sample, path, alpha2))).toBe("");
      expect(validationErrors(withValueAt(sample, path, alpha3))).toBe(
        `${path}: must be an ISO 3166-1 alpha-2 code`,
      );
    }
  });

  it("accepts names in any script: the character rule is only for addresses", () => {
    for (const field of ["recipientFirstName", "recipientLastName"]) {
      expect(validationErrors(withValueAt(sample, `shippingInformation.${field}`, "Zoë ’—日本"))).toBe("");
    }
  });

  it("names all invalid fields at once", () => {
    const request = {
      shippingInformation: {
        ...sampleShipping({ shippingAddress: { line1: "Rua São José?", city: "", country: "BRA" } }),
        recipientEmail: "nobody",
      },
    };
    expect(validationErrors(request)).toBe(
      [
        "shippingInformation.shippingAddress.line1: must not contain ã, é, or ? (question mark)",
        "shippingInformation.shippingAddress.city: must not be empty",
        "shippingInformation.shippingAddress.country: must be an ISO 3166-1 alpha-2 code",
        "shippingInformation.recipientEmail: must be an email address",
      ].join("; "),
    );
  });
});

describe("a body that is not a request", () => {
  it.each([null, [], "text", 7, true])("%j is rejected as a whole", (body) => {
    expect(validationErrors(body)).toBe("body: must be an object");
  });

  it("never throws, for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(validationErrors(value)).not.toBe("");
        expect(validationErrors({ shippingInformation: value })).not.toBe("");
        expect(
          validationErrors({ shippingInformation: { ...sampleShipping(), shippingAddress: value } }),
        ).not.toBe("");
      }),
    );
  });
});
