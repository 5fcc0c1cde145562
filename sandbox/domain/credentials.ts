import { randomInt } from "node:crypto";

const TEST_ISSUER_NUMBER = "400000";
const NUMBER_DIGITS = 16;

/** Like `Math.random`; seeded in scenarios, cryptographically secure for new cards. */
export type Random = () => number;

export function secureRandom(): number {
  return randomInt(2 ** 32) / 2 ** 32;
}

/** A number with a valid check digit, from a range that no card network routes. */
export function drawCardNumber(random: Random): string {
  const digits = TEST_ISSUER_NUMBER + drawDigits(random, NUMBER_DIGITS - TEST_ISSUER_NUMBER.length - 1);
  return digits + checkDigit(digits);
}

/** The new number gets different last four digits, so that the two cards can be told apart. */
export function drawReplacementNumber(random: Random, previous: string): string {
  let drawn = drawCardNumber(random);
  while (lastFour(drawn) === lastFour(previous)) drawn = drawCardNumber(random);
  return drawn;
}

export function drawCvv(random: Random): string {
  return drawDigits(random, 3);
}

export function lastFour(cardNumber: string): string {
  return cardNumber.slice(-4);
}

function drawDigits(random: Random, count: number): string {
  return Array.from({ length: count }, () => Math.floor(random() * 10)).join("");
}

/** The Luhn check digit. */
function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
