import type { Random } from "@/sandbox/domain/credentials";
import { BUSINESS_PURPOSES, CONSUMER_PURPOSES, type Purpose } from "./card-purposes";
import { drawCompany } from "./companies";
import { COUNTRIES, COUNTRY_PROFILES, type Country, type CountryProfile } from "./country-profiles";
import { drawPerson } from "./people";
import { at, draw, drawBelow, drawBetween, expandWeights } from "./random";

const BUSINESS_SHARE = 0.35;
const CARDS_PER_BUSINESS = [2, 2, 3, 3, 3, 4, 5, 7];
const CARDS_PER_PERSON = [1, 1, 1, 2];
const MAX_CARD_NUMBER_SUFFIX = 24;

// A step that is coprime to the list's length visits every entry once.
const PURPOSE_STEPS = [1, 5, 7, 11];
const ID_STEP = 48_271;
const SMALL_ID_RANGE = 90_000;
const LARGE_ID_RANGE = 9_000_000;

export const WEIGHTED_COUNTRIES = expandWeights(
  COUNTRIES.map((country) => [country, COUNTRY_PROFILES[country].weight] as const),
  COUNTRIES.reduce((total, country) => total + COUNTRY_PROFILES[country].weight, 0),
);

export type Customer = {
  id: string;
  type: "Consumer" | "Business";
  name: string;
  /** Used where the full name doesn't fit on a card. */
  shortName: string;
  country: Country;
  purposes: readonly { purpose: Purpose; cardName: string | null }[];
};

/** An endless sequence of customers, each with its cards. */
export function* drawCustomers(random: Random, cards: number): Generator<Customer, never> {
  const ids = cards < SMALL_ID_RANGE ? SMALL_ID_RANGE : LARGE_ID_RANGE;
  const offset = drawBelow(random, ids);
  for (let index = 0; ; index++) {
    const id = `cust_${ids / 9 + ((index * ID_STEP + offset) % ids)}`;
    const country = draw(random, WEIGHTED_COUNTRIES);
    yield random() < BUSINESS_SHARE ? drawBusiness(random, id, country) : drawConsumer(random, id, country);
  }
}

function drawConsumer(random: Random, id: string, country: Country): Customer {
  const { first, last } = drawPerson(random, draw(random, COUNTRY_PROFILES[country].cultures));
  const main = draw(random, CONSUMER_PURPOSES);
  const others = CONSUMER_PURPOSES.filter(({ name }) => name !== null && name !== main.name);
  const purposes = draw(random, CARDS_PER_PERSON) === 1 ? [main] : [main, draw(random, others)];
  return {
    id,
    type: "Consumer",
    name: `${first} ${last}`,
    shortName: `${[...first][0]}. ${last}`,
    country,
    purposes: purposes.map((purpose) => ({ purpose, cardName: purpose.name })),
  };
}

function drawBusiness(random: Random, id: string, country: Country): Customer {
  const profile: CountryProfile = COUNTRY_PROFILES[country];
  const name = drawCompany(random, profile);
  const [start, step] = [drawBelow(random, BUSINESS_PURPOSES.length), draw(random, PURPOSE_STEPS)];
  const purposes = Array.from({ length: draw(random, CARDS_PER_BUSINESS) }, (_, index) => {
    const purpose = at(BUSINESS_PURPOSES, (start + index * step) % BUSINESS_PURPOSES.length);
    const number = drawBetween(random, 1, MAX_CARD_NUMBER_SUFFIX);
    return { purpose, cardName: purpose.isNumbered ? `${purpose.name} ${number}` : purpose.name };
  });
  return { id, type: "Business", name, shortName: name, country, purposes };
}
