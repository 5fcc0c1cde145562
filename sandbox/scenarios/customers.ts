import type { Random } from "@/sandbox/domain/credentials";
import { drawCompany } from "./companies";
import { BUSINESS_PURPOSES, CONSUMER_PURPOSES, type Purpose } from "./habits";
import { drawPerson } from "./people";
import { COUNTRIES, type Country, PLACES, type Place } from "./places";
import { at, draw, drawBelow, drawBetween, spread } from "./random";

const BUSINESS_SHARE = 0.35;
const CARDS_OF_A_BUSINESS = [2, 2, 3, 3, 3, 4, 5, 7];
const CARDS_OF_A_PERSON = [1, 1, 1, 2];
const NUMBERED_UP_TO = 24;

// A step that shares no factor with the length of a list visits every place of it once.
const PURPOSE_STEPS = [1, 5, 7, 11];
const ID_STEP = 48_271;
const FEW_IDS = 90_000;
const MANY_IDS = 9_000_000;

export const HOMES = spread(
  COUNTRIES.map((country) => [country, PLACES[country].weight] as const),
  COUNTRIES.reduce((total, country) => total + PLACES[country].weight, 0),
);

export type Customer = {
  id: string;
  type: "Consumer" | "Business";
  name: string;
  /** The holder's name where the whole of it does not fit on a card. */
  shortName: string;
  country: Country;
  purposes: readonly { purpose: Purpose; cardName: string | null }[];
};

/** Customers without end, each with the cards it is to hold. */
export function* drawCustomers(random: Random, cards: number): Generator<Customer, never> {
  const ids = cards < FEW_IDS ? FEW_IDS : MANY_IDS;
  const offset = drawBelow(random, ids);
  for (let index = 0; ; index++) {
    const id = `cust_${ids / 9 + ((index * ID_STEP + offset) % ids)}`;
    const country = draw(random, HOMES);
    yield random() < BUSINESS_SHARE ? drawBusiness(random, id, country) : drawConsumer(random, id, country);
  }
}

function drawConsumer(random: Random, id: string, country: Country): Customer {
  const { first, last } = drawPerson(random, draw(random, PLACES[country].cultures));
  const main = draw(random, CONSUMER_PURPOSES);
  const others = CONSUMER_PURPOSES.filter(({ name }) => name !== null && name !== main.name);
  const purposes = draw(random, CARDS_OF_A_PERSON) === 1 ? [main] : [main, draw(random, others)];
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
  const place: Place = PLACES[country];
  const name = drawCompany(random, place);
  const [start, step] = [drawBelow(random, BUSINESS_PURPOSES.length), draw(random, PURPOSE_STEPS)];
  const purposes = Array.from({ length: draw(random, CARDS_OF_A_BUSINESS) }, (_, index) => {
    const purpose = at(BUSINESS_PURPOSES, (start + index * step) % BUSINESS_PURPOSES.length);
    const number = drawBetween(random, 1, NUMBERED_UP_TO);
    return { purpose, cardName: purpose.isNumbered ? `${purpose.name} ${number}` : purpose.name };
  });
  return { id, type: "Business", name, shortName: name, country, purposes };
}
