const TEST_ISSUER_NUMBER = "400000";
const NUMBER_DIGITS = 16;

/** A draw from 0 (included) to 1 (excluded): `Math.random`-like, seeded in scenarios, secure for new cards. */
export type Random = () => number;

/** A card number of a range that no network routes, valid by its check digit. */
export function drawCardNumber(random: Random): string {
  const digits = TEST_ISSUER_NUMBER + drawDigits(random, NUMBER_DIGITS - TEST_ISSUER_NUMBER.length - 1);
  return digits + checkDigit(digits);
}

/** A number that ends otherwise than the card's last one did: one in ten thousand would pass for it. */
export function drawNewCardNumber(random: Random, previous: string): string {
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

/** Luhn: every second digit from the right is doubled, and all digits with the check digit sum to a multiple of 10. */
function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}
