import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialCodes, isPlausiblePhone, splitTrunkPrefix } from "./numbering-plans";
import { phoneNumberProblem, splitInternational } from "./phone";

const DIGITS_ONLY = "must contain digits only, apart from spaces, dots, hyphens, and parentheses";
const TOO_SHORT = "must have at least 4 digits";
const TOO_LONG = "must have at most 15 digits including the country code";

describe("phoneNumberProblem", () => {
  it.each([
    [44, "7700900123"],
    [44, "07700 900123"],
    [1, "(415) 555-2671"],
    [1, "415.555.2671"],
    [852, "51234567"],
    [290, "2345"],
    [1, "12345678901234"],
    [999, "123456789012"],
  ])("accepts +%i %s", (dialCode, phoneNumber) =>
    expect(phoneNumberProblem({ dialCode, phoneNumber })).toBeNull(),
  );

  it.each([
    [44, "+447700900123", DIGITS_ONLY],
    [44, "7700x900123", DIGITS_ONLY],
    [44, "7700/900123", DIGITS_ONLY],
    [44, "٧٧٠٠٩٠٠", DIGITS_ONLY],
    [44, "call me", DIGITS_ONLY],
    [44, "", DIGITS_ONLY],
    [44, "() -.", DIGITS_ONLY],
    [44, "123", TOO_SHORT],
    [44, "1-2-3", TOO_SHORT],
    [1, "123456789012345", TOO_LONG],
    [44, "12345678901234", TOO_LONG],
    [999, "1234567890123", TOO_LONG],
  ])("describes +%i %j: %s", (dialCode, phoneNumber, problem) =>
    expect(phoneNumberProblem({ dialCode, phoneNumber })).toBe(problem),
  );

  it("counts only digits", () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 });
    const separator = fc.constantFrom("", " ", "-", ".", "(", ")");
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), digits, separator, (dialCode, number, between) => {
        const isAccepted = phoneNumberProblem({ dialCode, phoneNumber: number.join(between) }) === null;
        expect(isAccepted).toBe(number.length >= 4 && number.length + String(dialCode).length <= 15);
      }),
    );
  });

  it("rejects any other character, at any position", () => {
    const other = fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 });
    fc.assert(
      fc.property(other, (character) => {
        fc.pre(!/[\d\s().-]/.test(character));
        expect(phoneNumberProblem({ dialCode: 44, phoneNumber: `7700${character}900` })).toBe(DIGITS_ONLY);
      }),
    );
  });
});

describe("splitInternational", () => {
  it.each([
    ["+44 7911 123456", 44, "7911 123456"],
    [" +447911123456", 44, "7911123456"],
    ["0044 7911 123456", 44, "7911 123456"],
    ["+44 (0)7911 123456", 44, "7911 123456"],
    ["+44 (0) 7911 123456", 44, "7911 123456"],
    ["+1 (415) 555-2671", 1, "(415) 555-2671"],
    ["+1-415-555-2671", 1, "415-555-2671"],
    ["(+49) 1512 3456789", 49, "1512 3456789"],
    ["+852 5123 4567", 852, "5123 4567"],
    ["+7 495 123-45-67", 7, "495 123-45-67"],
  ])("reads %j", (text, dialCode, phoneNumber) =>
    expect(splitInternational(text)).toEqual({ dialCode, phoneNumber }),
  );

  it.each(["", "7911 123456", "07911 123456", "+", "+44", "00", "+0 123456", "+44x7911", "44 7911 123456"])(
    "returns null for %j",
    (text) => expect(splitInternational(text)).toBeNull(),
  );

  it("finds every dial code", () => {
    for (const dialCode of dialCodes().keys()) {
      expect(splitInternational(`+${dialCode}234567`)).toEqual({ dialCode, phoneNumber: "234567" });
    }
  });
});

describe("isPlausiblePhone", () => {
  it.each([
    [44, "7400 123456"],
    [1, "(415) 555-2671"],
    [852, "51234567"],
    [49, "1512 3456789"],
  ])("accepts +%i %s", (dialCode, phoneNumber) =>
    expect(isPlausiblePhone({ dialCode, phoneNumber })).toBe(true),
  );

  it.each([
    [44, "1234"],
    [1, "7700900123456"],
    [999, "5551234567"],
    [44, ""],
    [44, "garbage"],
  ])("rejects +%i %j", (dialCode, phoneNumber) =>
    expect(isPlausiblePhone({ dialCode, phoneNumber })).toBe(false),
  );

  it("never throws, and rejects numbers whose length the issuer rejects", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.string(), (dialCode, phoneNumber) => {
        const digits = phoneNumber.replace(/\D/g, "");
        const isTooLong = digits.length + String(dialCode).length > 15;
        expect(isPlausiblePhone({ dialCode, phoneNumber }) && isTooLong).toBe(false);
      }),
    );
  });
});

describe("splitTrunkPrefix", () => {
  it.each([
    [33, "06 12 34 56 78", "0", "6 12 34 56 78"],
    [44, "07911 123456", "0", "7911 123456"],
    [44, "(0)7911 123456", "0", "7911 123456"],
    [44, "(020) 7946 0958", "0", "20 7946 0958"],
    [49, "0151-23456789", "0", "151-23456789"],
    [36, "06 20 123 4567", "06", "20 123 4567"],
    [7, "8 495 123-45-67", "8", "495 123-45-67"],
    [1, "1 (415) 555-2671", "1", "415 555-2671"],
  ])("drops what is dialed only inside the country: +%i %s", (dialCode, typed, prefix, phoneNumber) =>
    expect(splitTrunkPrefix({ dialCode, phoneNumber: typed })).toEqual({ prefix, phoneNumber }),
  );

  it.each([
    [39, "06 698 12345"],
    [378, "0549 886377"],
    [225, "07 01 23 45 67"],
    [33, "6 12 34 56 78"],
    [33, "06 12"],
    [34, "0612345678"],
    [999, "0612345678"],
    [44, "call me"],
  ])("leaves +%i %s unchanged", (dialCode, phoneNumber) =>
    expect(splitTrunkPrefix({ dialCode, phoneNumber })).toBeNull(),
  );

  it("doesn't change its own result, which is just as plausible", () => {
    const digits = fc.stringMatching(/^0?[0-9]{4,11}$/);
    fc.assert(
      fc.property(fc.constantFrom(...dialCodes().keys()), digits, (dialCode, phoneNumber) => {
        const split = splitTrunkPrefix({ dialCode, phoneNumber });
        if (!split) return;
        expect(`${split.prefix}${split.phoneNumber}`).toBe(phoneNumber);
        expect(isPlausiblePhone({ dialCode, phoneNumber: split.phoneNumber })).toBe(true);
      }),
    );
  });
});

describe("dialCodes", () => {
  it("returns the countries that share a code", () => {
    const codes = dialCodes();
    expect(codes.get(1)).toEqual(expect.arrayContaining(["US", "CA"]));
    expect(codes.get(44)).toEqual(expect.arrayContaining(["GB", "JE"]));
    expect(codes.get(852)).toEqual(["HK"]);
    expect(codes.has(0)).toBe(false);
  });

  it("has only codes that the contract accepts, and each country once", () => {
    const countries = [...dialCodes().values()].flat();
    expect(new Set(countries).size).toBe(countries.length);
    expect(countries.length).toBeGreaterThan(200);
    for (const code of dialCodes().keys()) {
      expect(Number.isInteger(code) && code >= 1 && code <= 999).toBe(true);
    }
  });
});
