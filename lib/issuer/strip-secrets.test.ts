import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { stripSecrets } from "./strip-secrets";

const KEY = "sk_live_canary_0123456789";

/** The card schemes' published test numbers, of every length in use. */
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
    .map((digit, position) => Number(digit) * (position % 2 === 0 ? 1 : 2))
    .reduce((sum, weighted) => sum + (weighted > 9 ? weighted - 9 : weighted), 0);
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
  test.each(CARD_NUMBERS)("%s is masked to its last four", (number) => {
    expect(strip({ text: `Card ${number}!` })).toEqual({ text: `Card •••• ${number.slice(-4)}!` });
    expect(strip(`PAN${number}X`)).toBe(`PAN•••• ${number.slice(-4)}X`);
  });

  test.each(CARD_NUMBERS.filter((number) => number.length <= 16))(
    "%s as a JSON number is masked too",
    (number) => {
      expect(strip({ value: Number(number) })).toEqual({ value: `•••• ${number.slice(-4)}` });
    },
  );

  test("a number too large to be parsed exactly is masked completely", () => {
    expect(strip(JSON.parse("[4000000000000000006]"))).toEqual(["••••"]);
  });

  test("are masked at any depth, in field names and in error messages", () => {
    const answer = {
      a: [{ b: { "4111111111111111": "x 4111-1111-1111-1111 y" } }],
      message: "4111 1111 1111 1111",
    };
    expect(strip(answer)).toEqual({ a: [{ b: { "•••• 1111": "x •••• 1111 y" } }], message: "•••• 1111" });
  });

  test("any card number, however grouped, is masked to its last four in any text", () => {
    fc.assert(
      fc.property(
        grouped,
        // After the name of a security code, the last four are masked too.
        fc.stringMatching(/^[ a-zA-Z.,:]*$/).filter((text) => !/cv[vcn]|csc/i.test(text)),
        fc.stringMatching(/^[ a-zA-Z.,:]*$/),
        (number, before, after) => {
          // American Express has 15 digits; four more are the expiry, and the number's last four come before it.
          fc.pre(!/^3[47]\d{17}$/.test(digitsOf(number)));
          expect(maskCardSecrets(`${before}${number}${after}`)).toBe(
            `${before}•••• ${digitsOf(number).slice(-4)}${after}`,
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("are found next to other digits", () => {
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

  test("content nested deeper than any contract is dropped", () => {
    const depth = 100_000;
    const answer = JSON.parse(`${"[".repeat(depth)}"4111111111111111"${"]".repeat(depth)}`);
    expect(JSON.stringify(strip(answer))).not.toContain("4111");
  });
});

describe("a customer ID", () => {
  const idOf = (externalCustomerId: string, key = KEY) =>
    (stripSecrets({ externalCustomerId }, key) as { externalCustomerId: string }).externalCustomerId;

  test.each(CARD_NUMBERS)("is masked if it is the card number %s", (number) => {
    expect(idOf(number)).toMatch(new RegExp(`^•••• ${number.slice(-4)}~[0-9a-f]{10}$`));
    expect(idOf(`cust_${number}`)).toMatch(new RegExp(`^cust_•••• ${number.slice(-4)}~[0-9a-f]{10}$`));
  });

  test("is always masked to the same text, and a different ID to a different text", () => {
    const masked = idOf("4111111111111111");
    expect(idOf("4111111111111111")).toBe(masked);
    expect(idOf(masked)).toBe(masked);
    expect(idOf("4111111110381111")).not.toBe(masked);
  });

  test("is masked with the key, so that the number can't be found by brute force", () => {
    expect(idOf("4111111111111111", "sk_live_another_key")).not.toBe(idOf("4111111111111111"));
  });

  test("is unchanged if it has many digits but no card scheme uses such numbers", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(?:[07]\d{12,17}|1\d{16,17})$/), (digits) => {
        const id = withCheckDigit(digits);
        expect(idOf(id)).toBe(id);
      }),
    );
  });
});

describe("text that only looks like a card number", () => {
  test("every ID is unchanged", () => {
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

  test("every timestamp is unchanged, in the API's format, alone and in pairs", () => {
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

  test("references of up to 12 digits or more than 19 are unchanged", () => {
    fc.assert(
      // A long one starts with a digit that no card number starts with; otherwise it could be a number and its expiry.
      fc.property(fc.stringMatching(/^\d{1,12}$/), fc.stringMatching(/^[01789]\d{19,29}$/), (short, long) => {
        expect(strip([short, long, Number(short)])).toEqual([short, long, Number(short)]);
      }),
    );
  });

  test("a number with a wrong check digit is unchanged", () => {
    expect(strip(["4111111111111112", 4111111111111112])).toEqual(["4111111111111112", 4111111111111112]);
  });

  test("amounts, booleans and null are unchanged", () => {
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

describe("secret fields", () => {
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

  test("fields whose name only contains such a name are kept", () => {
    const answer = { company: "Pan Am", panel: 1, expand: 2 };
    expect(strip(answer)).toEqual(answer);
  });

  test("our own key is redacted", () => {
    expect(JSON.stringify(strip({ message: `The key ${KEY} is wrong`, [KEY]: [KEY] }))).not.toContain(KEY);
  });

  test("a field named __proto__ is data, not a prototype", () => {
    const stripped = strip(JSON.parse('{"__proto__": {"isAdmin": true}}'));
    expect((stripped as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});
