import { amountQuestion, toPlainDecimal } from "@/lib/domain/money/typed-amount";

/** `any`, `at least 100`, `up to 500`, `100 to 500`. */
export function amountText(min: string | null, max: string | null): string {
  if (min === null && max === null) return "any";
  if (max === null) return `at least ${min}`;
  if (min === null) return `up to ${max}`;
  return min === max ? min : `${min} to ${max}`;
}

/** Returns a plain decimal, null for empty input, or undefined for invalid input. */
export function parseAmount(typed: string): string | null | undefined {
  if (typed.trim() === "") return null;
  const decimal = toPlainDecimal(typed);
  return decimal !== null && /^-?\d{1,12}(\.\d{1,4})?$/.test(decimal) ? decimal : undefined;
}

/** Explains how to write an amount that can't be parsed. */
export function amountErrorText(typed: string): string {
  const question = amountQuestion(typed);
  return question
    ? `${question.charAt(0).toUpperCase()}${question.slice(1)}`
    : "Enter an amount, such as 12.50";
}
