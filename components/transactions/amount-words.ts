import { amountQuestion, toPlainDecimal } from "@/lib/domain/typed-amount";

/** `any`, `from 100`, `up to 500`, `100 to 500`. */
export function amountWords(min: string | null, max: string | null): string {
  if (min === null && max === null) return "any";
  if (max === null) return `from ${min}`;
  if (min === null) return `up to ${max}`;
  return min === max ? min : `${min} to ${max}`;
}

/** What someone typed, as a plain decimal; null for nothing, undefined where it is none. */
export function readAmount(typed: string): string | null | undefined {
  if (typed.trim() === "") return null;
  const decimal = toPlainDecimal(typed);
  return decimal !== null && /^-?\d{1,12}(\.\d{1,4})?$/.test(decimal) ? decimal : undefined;
}

/** How to write an amount that could not be read. */
export function amountHelp(typed: string): string {
  const question = amountQuestion(typed);
  return question ? `E${question.slice(1)}` : "An amount, such as 12.50";
}
