import { roundMoney } from "@/lib/domain/money/money";
import type { TransactionKind } from "@/sandbox/store/records";

/** Units of each currency per US dollar; fixed, so that prices are the same in every test. */
export const RATES_TO_DOLLAR: Record<string, number> = {
  USD: 1,
  EUR: 0.92,
  GBP: 0.79,
  CHF: 0.88,
  SEK: 10.45,
  NOK: 10.62,
  DKK: 6.86,
  PLN: 3.98,
  CZK: 23.1,
  HUF: 361,
  TRY: 34.2,
  AED: 3.6725,
  SAR: 3.75,
  KWD: 0.307,
  ILS: 3.72,
  ZAR: 18.1,
  NGN: 1620,
  KES: 129.2,
  EGP: 48.6,
  INR: 83.9,
  SGD: 1.34,
  HKD: 7.79,
  CNY: 7.18,
  JPY: 151.4,
  KRW: 1372,
  THB: 33.8,
  VND: 25_350,
  IDR: 15_640,
  PHP: 57.9,
  AUD: 1.51,
  NZD: 1.66,
  CAD: 1.38,
  MXN: 19.8,
  BRL: 5.62,
  ARS: 985,
  CLP: 947,
  COP: 4310,
};

const FX_FEE_SHARE = 0.02;
const ATM_FEE_DOLLARS = 2.5;

export type Price = { billAmount: number; fxFee: number; atmFee: number };

/** The converted amount plus fees; null for an unknown currency. */
export function price(purchase: {
  amount: number;
  currency: string;
  kind: TransactionKind;
  billCurrency: string;
}): Price | null {
  const { amount, currency, kind, billCurrency } = purchase;
  const rate = exchangeRate(currency, billCurrency);
  const atmRate = exchangeRate("USD", billCurrency);
  if (rate === null || atmRate === null) return null;
  const converted = roundMoney(amount * rate, billCurrency);
  const fxFee = currency === billCurrency ? 0 : roundMoney(converted * FX_FEE_SHARE, billCurrency);
  const atmFee = kind === "atm" ? roundMoney(ATM_FEE_DOLLARS * atmRate, billCurrency) : 0;
  return { billAmount: roundMoney(converted + fxFee + atmFee, billCurrency), fxFee, atmFee };
}

function exchangeRate(from: string, to: string): number | null {
  if (from === to) return 1;
  const [fromRate, toRate] = [rateOf(from), rateOf(to)];
  return fromRate === undefined || toRate === undefined ? null : toRate / fromRate;
}

/** The currency comes from the caller, so inherited property names such as `constructor` must not match. */
function rateOf(currency: string): number | undefined {
  return Object.hasOwn(RATES_TO_DOLLAR, currency) ? RATES_TO_DOLLAR[currency] : undefined;
}
