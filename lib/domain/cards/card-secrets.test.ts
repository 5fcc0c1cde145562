import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cardFieldMask, maskCardSecrets } from "./card-secrets";

describe("card numbers in text", () => {
  it.each([
    ["4111 1111 1111 1111", "•••• 1111"],
    ["card 4111111111111111, lost", "card •••• 1111, lost"],
    ["4111.1111.1111.1111", "•••• 1111"],
    ["3782/822463/10005", "•••• 0005"],
    ["4111,1111,1111,1111", "•••• 1111"],
    ["card 4111, 1111, 1111, 1111.", "card •••• 1111."],
    ["4111:1111:1111:1111", "•••• 1111"],
    ["4111|1111|1111|1111", "•••• 1111"],
    ["4111    1111    1111    1111", "•••• 1111"],
    ["(4111)(1111)(1111)(1111)", "(•••• 1111)"],
    ["3782, 822463, 10005", "•••• 0005"],
    ["1000, 4111, 1111, 1111, 1111", "1000, •••• 1111"],
    ["4111\u200b1111\u200b1111\u200b1111", "•••• 1111"],
    ["４１１１１１１１１１１１１１１１", "•••• 1111"],
    ["٤١١١ ١١١١ ١١١١ ١١١١", "•••• 1111"],
  ])("%j is cut to its last four", (input, expected) => {
    expect(maskCardSecrets(input)).toBe(expected);
  });

  it("leaves hashes, signatures and signed links unchanged", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,20}[a-f][0-9a-f]{31,63}$/), (hex) => {
        const link = `https://files.example/a.csv?expires=1794700000&signature=${hex}`;
        expect(maskCardSecrets(link)).toBe(link);
      }),
    );
  });

  it.each([
    "15.11.2026 14.03.21",
    "2026-11-15 14:03:21",
    "Ada Lovelace",
    "ＡＢＣ １２３",
    "4111 1111 1111 1112",
    "4111, 1111, 1111, 1112",
    // It has a valid check digit, but no card number starts with 20.
    "2010, 2011, 2012, 2013",
    '"4111","1111","1111","1111"',
    "12,345,678,901,234.00",
  ])("%j is unchanged", (text) => {
    expect(maskCardSecrets(text)).toBe(text);
  });

  it("doesn't change an already masked text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789 -.cv:") }), (text) => {
        const masked = maskCardSecrets(text);
        expect(maskCardSecrets(masked)).toBe(masked);
      }),
    );
  });
});

describe("a long run of digits", () => {
  const luhnEnd = (start: string) => start + [..."0123456789"].find((digit) => isLuhn(start + digit));

  it("is masked where whole groups form a card number, and nowhere else", () => {
    const group = fc.oneof(
      fc.stringMatching(/^[0-9]{1,8}$/),
      fc.stringMatching(/^[3-9][0-9]{13,15}$/).map(luhnEnd),
    );
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 9 }), (groups) => {
        const covered = groups.map(() => false);
        for (const first of groups.keys())
          for (const last of groups.keys()) {
            const digits = groups.slice(first, last + 1).join("");
            if (digits.length >= 13 && digits.length <= 19 && isLuhn(digits))
              covered.fill(true, first, last + 1);
          }
        // Alternating separators, because a number printed in equal groups or followed by its expiry has other rules.
        const masked = maskCardSecrets(
          groups.reduce((run, next, index) => run + (index % 2 ? " -" : "- ") + next),
        );
        expect(masked.includes("•")).toBe(covered.includes(true));
        const kept = groups.filter((_, index) => !covered[index]).join("");
        // The last four of a number stay beside its mask.
        expect(masked.replace(/•••• \d{4}/g, "").replace(/[ -]/g, "")).toBe(kept);
      }),
    );
  });

  it("is masked in time that grows with its length only", () => {
    const text = "0-".repeat(500_000);
    expect(maskCardSecrets(text)).toBe("•••• 0000-");
  });
});

describe("a card number directly followed by its expiry", () => {
  const visa = fc
    .stringMatching(/^4[0-9]{14}$/)
    .map((start) => start + [..."0123456789"].find((digit) => isLuhn(start + digit)));
  const month = fc.integer({ min: 1, max: 12 }).map((value) => String(value).padStart(2, "0"));
  const year = fc.integer({ min: 2020, max: 2049 }).map(String);
  const code = fc.constantFrom("", "123");

  it.each([
    ["41111111111111111227", "•••• 1111 •••"],
    ["card 41111111111111112712, lost", "card •••• 1111 •••, lost"],
    ["4111111111111111122027", "•••• 1111 •••"],
    ["4111 1111 1111 11111227", "•••• 1111 •••"],
    ["41111111111111111227123", "•••• 1111 •••"],
    ["3782822463100051227", "•••• 0005 •••"],
    ["55555555555544441227", "•••• 4444 •••"],
    ["22230031220032221227", "•••• 3222 •••"],
  ])("%j is cut to its last four", (input, expected) => {
    expect(maskCardSecrets(input)).toBe(expected);
  });

  it("is cut to its last four, for any number, expiry and code", () => {
    fc.assert(
      fc.property(visa, month, year, code, fc.nat({ max: 3 }), (number, mm, yyyy, cvv, order) => {
        const yy = yyyy.slice(2);
        const expiry = [mm + yy, yy + mm, mm + yyyy, yyyy + mm][order];
        expect(maskCardSecrets(`${number}${expiry}${cvv}`)).toBe(`•••• ${number.slice(-4)} •••`);
      }),
    );
  });

  it("is not found in a 20-digit ID with a wrong check digit, without an expiry or with no scheme's prefix", () => {
    const others = fc.oneof(
      fc
        .tuple(visa, fc.stringMatching(/^(?:[2-9][0-9]|1[3-9]|00)[5-9][0-9]$/))
        .map(([number, end]) => number + end),
      fc.stringMatching(/^[0179][0-9]{15}1227$/),
      visa.map((number) => `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}1227`),
    );
    fc.assert(
      fc.property(others, (id) => {
        expect(maskCardSecrets(id)).toBe(id);
      }),
    );
  });

  it("is not found in an ID of 26 digits or more", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^4111111111111111[0-9]{10,16}$/), (id) => {
        expect(maskCardSecrets(id)).toBe(id);
      }),
    );
  });
});

function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const weighed = place % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}

describe("security codes in text", () => {
  it.each([
    ["CVV 123", "CVV •••"],
    ["cvv:1234, exp 12/27", "cvv:•••, exp 12/27"],
    ["cvc2=987", "cvc2=•••"],
    ["the security code is 123.", "the security code is •••."],
    ['{"cvv": "123"', '{"cvv": "•••"'],
    ["cvv123", "cvv•••"],
    ["CVV-123", "CVV-•••"],
    ["CSC: 1234", "CSC: •••"],
    ["CVC - 123", "CVC - •••"],
  ])("%j is masked", (input, expected) => {
    expect(maskCardSecrets(input)).toBe(expected);
  });

  it.each(["CVV mismatch", "CVV failed 3 times", "error 1234", "cvv 12", "cvc 123456", "Security: 500 USD"])(
    "%j has none",
    (text) => {
      expect(maskCardSecrets(text)).toBe(text);
    },
  );
});

describe("IDs that start with letters that also mean a security code", () => {
  it.each(["CSC-1234", "csc_123", "CSC1234", "CVC-1234", "CVN-123", "customer CSC-1234, two cards"])(
    "%j is unchanged",
    (text) => {
      expect(maskCardSecrets(text)).toBe(text);
    },
  );
});

describe("a field with a telling name", () => {
  it.each(["cvv", "CVV2", "Card CVC", "cardCvv", "security_code", "Card security code", "verificationValue"])(
    "masks every code under %j",
    (name) => {
      expect(cardFieldMask(name)?.("123")).toBe("•••");
      expect(cardFieldMask(name)?.("")).toBe("");
    },
  );

  it.each(["pan", "PAN", "card_number", "Card Number", "cardNo", "primary account number"])(
    "masks every long number under %j, even with a wrong check digit, and leaves short ones",
    (name) => {
      expect(cardFieldMask(name)?.("4111111111111112")).toBe("•••• 1112");
      expect(cardFieldMask(name)?.("4111*1111*1111*1112")).toBe("•••• 1112");
      expect(cardFieldMask(name)?.("**** 4471")).toBe("**** 4471");
    },
  );

  it.each(["company", "expand", "amount", "description", "card_not_present"])(
    "has no mask for %j",
    (name) => {
      expect(cardFieldMask(name)).toBeNull();
    },
  );
});
