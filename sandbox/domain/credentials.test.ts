import fc from "fast-check";
import { expect, test } from "vitest";
import { drawCardNumber, drawCvv, drawReplacementNumber, lastFour } from "./credentials";

const random = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
const drawFrom = (stream: Iterator<number>) => () => stream.next().value as number;

/** An independent implementation of the ISO 7812 check. */
function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index]);
    sum += index % 2 === 0 ? digit : ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit] ?? 0);
  }
  return sum % 10 === 0;
}

test("the independent check accepts a known test number", () => {
  expect([passesLuhn("4242424242424242"), passesLuhn("4242424242424241")]).toEqual([true, false]);
});

test("every card number has 16 digits, the test issuer's prefix and a valid check digit", () => {
  fc.assert(
    fc.property(random, (stream) => {
      const number = drawCardNumber(drawFrom(stream));
      expect(number).toMatch(/^400000\d{10}$/);
      expect(passesLuhn(number)).toBe(true);
      expect(lastFour(number)).toBe(number.slice(12));
    }),
  );
});

test("a replacement number never has the same last four digits", () => {
  const digits = (nine: string) => [...nine].map((digit) => Number(digit) / 10);
  const old = drawCardNumber(drawFrom(digits("000000123").values()));
  const repeated = [...digits("000000123"), ...digits("000000456")];
  expect(lastFour(drawReplacementNumber(drawFrom(repeated.values()), old))).not.toBe(lastFour(old));
});

test("every CVV has three digits, including leading zeros", () => {
  fc.assert(
    fc.property(random, (stream) => {
      expect(drawCvv(drawFrom(stream))).toMatch(/^\d{3}$/);
    }),
  );
  expect(drawCvv(() => 0)).toBe("000");
});
