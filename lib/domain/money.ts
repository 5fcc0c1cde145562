/** An ISO 4217 code, such as `USD`. */
export type Currency = string;

const CURRENCY = /^[A-Z]{3}$/;
const DEFAULT_DECIMALS = 2;

/** Digits after the decimal point: JPY 0, USD 2, KWD 3. A code we do not know is shown with two. */
export function currencyDecimals(currency: Currency): number {
  if (!CURRENCY.test(currency)) return DEFAULT_DECIMALS;
  return (
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
    DEFAULT_DECIMALS
  );
}

export function isCurrency(text: string): boolean {
  return CURRENCY.test(text) && Intl.supportedValuesOf("currency").includes(text);
}

/** To the currency's smallest unit, halves away from zero: 1.005 USD → 1.01. */
export function roundMoney(amount: number, currency: Currency): number {
  const decimals = currencyDecimals(currency);
  const rounded = shift(Math.round(shift(Math.abs(amount), decimals)), -decimals);
  return amount < 0 ? -rounded : rounded;
}

/** A plain decimal with the currency's digits, as the API and CSV files carry it: `12.30`. */
export function toDecimal(amount: number, currency: Currency): string {
  return amount.toFixed(currencyDecimals(currency));
}

/** For people: `USD 1,840.25`. */
export function formatMoney(amount: number | string, currency: Currency): string {
  const value = Number(amount);
  if (typeof amount === "string" && (amount.trim() === "" || Number.isNaN(value)))
    return `${currency} ${amount}`;
  const decimals = currencyDecimals(currency);
  const digits = new Intl.NumberFormat("en", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return `${currency} ${digits.format(value)}`;
}

/** What one unit of the merchant's currency cost the card, or null where there is nothing to compare. */
export function impliedRate(merchantAmount: number, billedAmount: number): number | null {
  return merchantAmount === 0 || !Number.isFinite(merchantAmount) ? null : billedAmount / merchantAmount;
}

/** Moves the decimal point through text, since 1.005 * 100 is 100.49999999999999 in binary. */
function shift(amount: number, places: number): number {
  const [digits, exponent = "0"] = String(amount).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}
