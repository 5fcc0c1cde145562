import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskCardSecrets } from "@/lib/domain/card-secrets";
import { stripSecrets } from "./strip-secrets";

const KEY = "sk_live_canary_0123456789";

/** Numbers that the schemes publish for tests, of every length in use. */
const CARD_NUMBERS = [
  "4222222222222",
  "30569309025904",
  "378282246310005",
  "4111111111111111",
  "5555555555554444",
  "2223003122003222",
  "6011111111111117",
  "6304000000000000",
  "6759649826438453",
  "4000000000000000006",
];

const strip = (answer: unknown) => stripSecrets(answer, KEY);

function withCheckDigit(digits: string): string {
  const found = [..."0123456789"].find((digit) => luhnSum(digits + digit) % 10 === 0);
  return `${digits}${found}`;
}

function luhnSum(digits: string): number {
  return [...digits]
    .reverse()
    .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
    .reduce((sum, weighed) => sum + (weighed > 9 ? weighed - 9 : weighed), 0);
}

const cardNumber = fc
  .tuple(
    fc.constantFrom(..."3456"),
    fc.integer({ min: 11, max: 17 }),
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 17, maxLength: 17 }),
  )
  .map(([first, length, digits]) => withCheckDigit(first + digits.slice(0, length).join("")));

const grouped = fc
  .tuple(cardNumber, fc.constantFrom("", " ", "-", "\u00a0", " - ", "–"), fc.integer({ min: 2, max: 6 }))
  .map(([number, separator, size]) =>
    (number.match(new RegExp(`\\d{1,${size}}`, "g")) ?? []).join(separator),
  );

const digitsOf = (text: string) => text.replace(/\D/g, "");

describe("card numbers", () => {
  test.each(CARD_NUMBERS)("%s is cut to its last four", (number) => {
    expect(strip({ text: `Card ${number}!` })).toEqual({ text: `Card •••• ${number.slice(-4)}!` });
    expect(strip(`PAN${number}X`)).toBe(`PAN•••• ${number.slice(-4)}X`);
  });

  test.each(CARD_NUMBERS.filter((number) => number.length <= 16))(
    "%s as a JSON number is cut too",
    (number) => {
      expect(strip({ value: Number(number) })).toEqual({ value: `•••• ${number.slice(-4)}` });
    },
  );

  test("a number too large to be read exactly shows nothing at all", () => {
    expect(strip(JSON.parse("[4000000000000000006]"))).toEqual(["••••"]);
  });

  test("is found in any depth, in names, and in error messages", () => {
    const answer = {
      a: [{ b: { "4111111111111111": "x 4111-1111-1111-1111 y" } }],
      message: "4111 1111 1111 1111",
    };
    expect(strip(answer)).toEqual({ a: [{ b: { "•••• 1111": "x •••• 1111 y" } }], message: "•••• 1111" });
  });

  test("any card number, however grouped, in any text, leaves no more than its last four", () => {
    fc.assert(
      fc.property(
        grouped,
        // Behind the name of a security code, the last four are masked too.
        fc.stringMatching(/^[ a-zA-Z.,:]*$/).filter((text) => !/cv[vcn]|csc/i.test(text)),
        fc.stringMatching(/^[ a-zA-Z.,:]*$/),
        (number, before, after) => {
          expect(maskCardSecrets(`${before}${number}${after}`)).toBe(
            `${before}•••• ${digitsOf(number).slice(-4)}${after}`,
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("other digits beside it do not hide it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^\d{1,6}$/), { maxLength: 5 }),
        grouped,
        fc.array(fc.stringMatching(/^\d{1,6}$/), { maxLength: 5 }),
        (before, number, after) => {
          const text = [...before, number, ...after].join(" ");
          expect(digitsOf(maskCardSecrets(text))).not.toContain(digitsOf(number));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("nested deeper than any contract is dropped, not followed", () => {
    const depth = 100_000;
    const answer = JSON.parse(`${"[".repeat(depth)}"4111111111111111"${"]".repeat(depth)}`);
    expect(JSON.stringify(strip(answer))).not.toContain("4111");
  });
});

describe("a customer's id", () => {
  const idOf = (externalCustomerId: string, key = KEY) =>
    (stripSecrets({ externalCustomerId }, key) as { externalCustomerId: string }).externalCustomerId;

  test.each(CARD_NUMBERS)("that is the card number %s is masked", (number) => {
    expect(idOf(number)).toMatch(new RegExp(`^•••• ${number.slice(-4)}~[0-9a-f]{10}$`));
    expect(idOf(`cust_${number}`)).toMatch(new RegExp(`^cust_•••• ${number.slice(-4)}~[0-9a-f]{10}$`));
  });

  test("is masked to the same text each time, and to another one for another id", () => {
    const masked = idOf("4111111111111111");
    expect(idOf("4111111111111111")).toBe(masked);
    expect(idOf(masked)).toBe(masked);
    expect(idOf("4111111110381111")).not.toBe(masked);
  });

  test("is masked by the key, so that nobody finds the number by trying them all", () => {
    expect(idOf("4111111111111111", "sk_live_another_key")).not.toBe(idOf("4111111111111111"));
  });

  test("of many digits survives where no card scheme has such numbers", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(?:[07]\d{12,17}|1\d{16,17})$/), (digits) => {
        const id = withCheckDigit(digits);
        expect(idOf(id)).toBe(id);
      }),
    );
  });
});

describe("what only looks like one", () => {
  test("every id survives", () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(strip({ id, text: `card ${id}.`, bare: id.replaceAll("-", "") })).toEqual({
          id,
          text: `card ${id}.`,
          bare: id.replaceAll("-", ""),
        });
      }),
      { numRuns: 2000 },
    );
    const digitsOnly = "41111111-1111-1111-1111-111111111111";
    expect(strip(digitsOnly)).toBe(digitsOnly);
  });

  test("every timestamp survives, in the API's shape, by itself and two in a row", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2001-10-01"), max: new Date("2033-01-01"), noInvalidDate: true }),
        (moment) => {
          const iso = moment.toISOString();
          const day = iso.slice(0, 10);
          const texts = [
            iso,
            iso.replace(/\.\d+Z/, "+0000"),
            `${day} ${day}`,
            `${iso.slice(0, 19).replace("T", " ")} ${day}`,
          ];
          const compact = iso.slice(0, 19).replace(/\D/g, "");
          const answer = { texts, compact, ms: moment.getTime(), msText: String(moment.getTime()) };
          expect(strip(answer)).toEqual(answer);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("references of up to 12 digits and of more than 19 survive", () => {
    fc.assert(
      // A long one begins as no card number does: it might be one with its expiry otherwise.
      fc.property(fc.stringMatching(/^\d{1,12}$/), fc.stringMatching(/^[01789]\d{19,29}$/), (short, long) => {
        expect(strip([short, long, Number(short)])).toEqual([short, long, Number(short)]);
      }),
    );
  });

  test("a number that fails the check digit survives", () => {
    expect(strip(["4111111111111112", 4111111111111112])).toEqual(["4111111111111112", 4111111111111112]);
  });

  test("amounts, flags and null survive", () => {
    const answer = {
      amount: "64.00",
      bill: -1234.56,
      big: 999_999_999_999,
      zero: 0,
      yes: true,
      none: null,
      lastFour: "4471",
    };
    expect(strip(answer)).toEqual(answer);
  });
});

describe("secrets by name", () => {
  test.each([
    "cvv",
    "CVV",
    "cvc",
    "cvv2",
    "pan",
    "PAN",
    "cardNumber",
    "card_number",
    "card-number",
    "securityCode",
  ])("a field named %s is dropped", (name) => {
    expect(strip({ card: [{ [name]: "123", lastFour: "4471" }] })).toEqual({ card: [{ lastFour: "4471" }] });
  });

  test("fields that only contain such a name stay", () => {
    const answer = { company: "Pan Am", panel: 1, expand: 2 };
    expect(strip(answer)).toEqual(answer);
  });

  test("our own key is not echoed", () => {
    expect(JSON.stringify(strip({ message: `The key ${KEY} is wrong`, [KEY]: [KEY] }))).not.toContain(KEY);
  });

  test("a field named __proto__ is data, not a prototype", () => {
    const stripped = strip(JSON.parse('{"__proto__": {"isAdmin": true}}'));
    expect((stripped as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});
