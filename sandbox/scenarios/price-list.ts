import { currencyDecimals } from "@/lib/domain/money/money";
import type { Random } from "@/sandbox/domain/credentials";
import { type Price, price, RATES_TO_DOLLAR } from "@/sandbox/domain/pricing";
import type { TransactionKind } from "@/sandbox/store/records";
import { CATEGORIES, type Purpose } from "./card-purposes";
import { COUNTRY_PROFILES, type Country } from "./country-profiles";
import { type Category, LOCAL_MERCHANTS, type LocalCategory, ONLINE_MERCHANTS } from "./merchants";
import { at, draw, expandWeights, seededRandom } from "./random";

const OFFERS_PER_MERCHANT = 32;
const MERCHANTS_PER_TABLE = 256;
const PRICE_STREAM = 3;
const ROUND_PRICE_SHARE = 0.45;
/** How many cents a price is below the next whole amount. */
const CENTS_UNDER = [1, 1, 1, 5, 10, 50, 0];

/** `bill` is computed on the first purchase. */
export type Offer = { amount: number; bill: Price | null };

export type Merchant = {
  name: string;
  category: Category;
  kind: TransactionKind;
  currency: string;
  offers: readonly Offer[];
};

export type PriceList = ReturnType<typeof priceList>;

/** All merchants and their offers, billed in one currency. */
export function priceList(billCurrency: string) {
  const local = new Map<string, Merchant[]>();
  const tables = new Map<Purpose, Map<string, Merchant[]>>();

  function merchantsOf(category: Category, country: Country): Merchant[] {
    const key = isLocal(category) ? `${country} ${category}` : category;
    const known = local.get(key);
    if (known) return known;
    const merchants = isLocal(category)
      ? localMerchants(category, country)
      : ONLINE_MERCHANTS[category].map(({ name, currency }) => merchant(name, category, currency, 1));
    local.set(key, merchants);
    return merchants;
  }

  return {
    merchantsOf,

    /** A list from which a uniform draw picks a merchant by the purpose's habits. Only physical cards withdraw cash. */
    merchantTable(purpose: Purpose, country: Country, isPhysical: boolean): Merchant[] {
      const key = isPhysical ? country : `${country} virtual`;
      const ofPurpose = tables.get(purpose) ?? new Map<string, Merchant[]>();
      tables.set(purpose, ofPurpose);
      const known = ofPurpose.get(key);
      if (known) return known;
      const habits = Object.entries(purpose.habits) as [Category, number][];
      const table = expandWeights(
        habits
          .filter(([category]) => isPhysical || category !== "cash")
          .flatMap(([category, weight]) => {
            const merchants = merchantsOf(category, country);
            return merchants.map((merchant) => [merchant, weight / merchants.length] as const);
          }),
        MERCHANTS_PER_TABLE,
      );
      ofPurpose.set(key, table);
      return table;
    },

    /** An offer of about this much in the bill currency. */
    offerFor(random: Random, { currency }: Merchant, billAmount: number): Offer {
      const amount = (billAmount * rateOf(currency)) / rateOf(billCurrency);
      return { amount: retailPrice(random, amount, currency), bill: null };
    },

    bill(merchant: Merchant, offer: Offer): Price {
      if (offer.bill) return offer.bill;
      const { kind, currency } = merchant;
      const bill = price({ amount: offer.amount, currency, kind, billCurrency });
      if (!bill) throw new RangeError(`There is no rate from ${currency} to ${billCurrency}`);
      offer.bill = bill;
      return bill;
    },
  };
}

function isLocal(category: Category): category is LocalCategory {
  return category in LOCAL_MERCHANTS.USA;
}

function localMerchants(category: LocalCategory, country: Country): Merchant[] {
  const { currency, priceLevel } = COUNTRY_PROFILES[country];
  const names = LOCAL_MERCHANTS[country][category].split(", ");
  return names.map((name) => merchant(name, category, currency, priceLevel));
}

/** Prices are seeded by the merchant's name, so that they don't depend on the world's seed or on call order. */
function merchant(name: string, category: Category, currency: string, priceLevel: number): Merchant {
  const random = seededRandom(hash(name), PRICE_STREAM);
  const level = priceLevel * (0.85 + random() * 0.35) * rateOf(currency);
  const { low, high } = CATEGORIES[category];
  const rounded = category === "cash" ? banknotes : retailPrice;
  const offers = Array.from({ length: OFFERS_PER_MERCHANT }, () => {
    const amount = low * (high / low) ** random() * level;
    return { amount: rounded(random, amount, currency), bill: null };
  });
  return { name, category, currency, kind: category === "cash" ? "atm" : "purchase", offers };
}

function banknotes(_random: Random, amount: number, currency: string): number {
  const note = roundToNiceNumber(20 * rateOf(currency));
  return Math.max(note, Math.round(amount / note) * note);
}

/** Prices end the way they do in shops: 4.99 dollars, 1,500 yen. */
function retailPrice(random: Random, amount: number, currency: string): number {
  const rate = rateOf(currency);
  const unitsPerMajor = 10 ** currencyDecimals(currency);
  const hasSmallChange = rate < 8;
  const step = Math.max(
    1,
    Math.round(roundToNiceNumber(rate * (hasSmallChange ? 0.01 : 0.05)) * unitsPerMajor),
  );
  const [isRound, under] = [random() < ROUND_PRICE_SHARE, draw(random, CENTS_UNDER)];
  if (hasSmallChange && isRound && unitsPerMajor === 100) return (Math.ceil(amount) * 100 - under) / 100;
  return Math.max(step, Math.round((amount * unitsPerMajor) / step) * step) / unitsPerMajor;
}

/** The nearest of …, 1, 2, 5, 10, 20, 50, … */
export function roundToNiceNumber(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(amount));
  const leading = amount / power;
  const figure = at([1, 2, 5, 10], [1.5, 3.5, 7.5].filter((bound) => leading >= bound).length);
  return power < 1 ? figure / Math.round(1 / power) : figure * power;
}

export function rateOf(currency: string): number {
  const rate = RATES_TO_DOLLAR[currency];
  if (rate === undefined) throw new RangeError(`There is no rate for ${currency}`);
  return rate;
}

function hash(text: string): number {
  let value = 0;
  for (const character of text) value = (Math.imul(value, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return value >>> 0;
}
