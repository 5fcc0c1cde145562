import { groupThousands } from "./numbers";

/** An ISO 4217 code, such as `USD`. */
export type Currency = string;

const CURRENCY = /^[A-Z]{3}$/;
const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;
const DEFAULT_DECIMALS = 2;
// Number.toFixed uses an exponent from here on.
const MAX_FIXED = 1e21;

// The minor units of ISO 4217. `Intl` has those of cash, which differ between engines: it would drop the fillér of
// HUF 12.34.
const DECIMALS = new Map(
  Object.entries({
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
  }).flatMap(([decimals, codes]) => codes.split(" ").map((code) => [code, Number(decimals)] as const)),
);

/** JPY 0, USD 2, KWD 3. An unknown code has two. */
export function currencyDecimals(currency: Currency): number {
  return DECIMALS.get(currency) ?? DEFAULT_DECIMALS;
}

export function isCurrency(text: string): boolean {
  return CURRENCY.test(text) && Intl.supportedValuesOf("currency").includes(text);
}

/** Rounds to the currency's smallest unit, half away from zero: 1.005 USD → 1.01. */
export function roundMoney(amount: number, currency: Currency): number {
  // Also prevents an overflow of the shift: above 2^52 every number is an integer.
  if (Number.isInteger(amount)) return amount;
  const decimals = currencyDecimals(currency);
  const rounded = shift(Math.round(shift(Math.abs(amount), decimals)), -decimals);
  return amount < 0 && rounded !== 0 ? -rounded : rounded;
}

/** With the currency's decimals, as in the API and in CSV files: `12.30`. */
export function toDecimal(amount: number, currency: Currency): string {
  const decimals = currencyDecimals(currency);
  const rounded = roundMoney(amount, currency);
  if (Math.abs(rounded) < MAX_FIXED) return rounded.toFixed(decimals);
  return decimals === 0 ? String(BigInt(rounded)) : `${BigInt(rounded)}.${"0".repeat(decimals)}`;
}

/** For display: `USD 1,840.25`. Text that is not a plain decimal is shown as it is. */
export function formatMoney(amount: number | string, currency: Currency): string {
  if (!isPlainDecimal(amount)) return `${currency} ${amount}`;
  const decimal = typeof amount === "number" ? toDecimal(amount, currency) : roundText(amount, currency);
  return `${currency} ${groupThousands(decimal)}`;
}

/** The billed amount per unit of the merchant's currency; null if it can't be computed. */
export function impliedRate(merchantAmount: number, billedAmount: number): number | null {
  return merchantAmount === 0 || !Number.isFinite(merchantAmount) ? null : billedAmount / merchantAmount;
}

/** Like `toDecimal`, for text with more digits than a number can hold. */
function roundText(amount: string, currency: Currency): string {
  const decimals = currencyDecimals(currency);
  const [whole = "", fraction = ""] = amount.replace("-", "").split(".");
  const roundsUp = (fraction[decimals] ?? "0") >= "5";
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0")) + (roundsUp ? 1n : 0n);
  const digits = String(units).padStart(decimals + 1, "0");
  const sign = amount.startsWith("-") && units > 0n ? "-" : "";
  const point = digits.length - decimals;
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

function isPlainDecimal(amount: number | string): boolean {
  return typeof amount === "string" ? PLAIN_DECIMAL.test(amount) : Number.isFinite(amount);
}

/** Moves the decimal point in the text, because 1.005 * 100 is 100.49999999999999. */
function shift(amount: number, exponentShift: number): number {
  const [digits, exponent = "0"] = String(amount).split("e");
  return Number(`${digits}e${Number(exponent) + exponentShift}`);
}
