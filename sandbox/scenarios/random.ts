import type { Random } from "@/sandbox/domain/credentials";

const RANGE = 2 ** 32;
const WARM_UP_DRAWS = 16;

// Ids are written into one buffer each: glued from pieces, a million of them would burden the memory.
const UUID = Buffer.from("00000000-0000-4000-8000-000000000000", "latin1");
const UUID_PLACES = [...UUID.keys()].filter((place) => UUID[place] !== "-".charCodeAt(0));
const HEX_CODES = Buffer.from("0123456789abcdef", "latin1");
const VERSION_PLACE = 14;
const VERSION_4 = "4".charCodeAt(0);
const VARIANT_PLACE = 19;
const REFERENCE = Buffer.alloc(12);
const ZERO_CODE = "0".charCodeAt(0);

/** The sfc32 generator: the same seed and stream give the same draws on every machine. */
export function seededRandom(seed: number, stream: number): Random {
  let a = seed >>> 0;
  let b = Math.floor(seed / RANGE) >>> 0;
  let c = stream;
  let counter = 1;
  const random = () => {
    const drawn = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + drawn) | 0;
    return (drawn >>> 0) / RANGE;
  };
  for (let draw = 0; draw < WARM_UP_DRAWS; draw++) random();
  return random;
}

/** A whole number from 0 to below `end`. */
export function drawBelow(random: Random, end: number): number {
  return Math.floor(random() * end);
}

/** A whole number, both ends included. */
export function drawBetween(random: Random, first: number, last: number): number {
  return first + Math.floor(random() * (last - first + 1));
}

export function draw<Item>(random: Random, items: readonly Item[]): Item {
  return at(items, Math.floor(random() * items.length));
}

export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`No item ${index} among ${items.length}`);
  return item;
}

/** `size` entries in which each item stands as often as its weight says: one draw picks by weight. */
export function spread<Item>(weighted: readonly (readonly [Item, number])[], size: number): Item[] {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  const entries: Item[] = [];
  let reached = 0;
  for (const [item, weight] of weighted) {
    reached += weight;
    const end = Math.round((reached / total) * size);
    while (entries.length < end) entries.push(item);
  }
  return entries;
}

/** A UUID of version 4. */
export function drawUuid(random: Random): string {
  let bits = 0;
  for (let digit = 0; digit < UUID_PLACES.length; digit++) {
    bits = digit % 8 === 0 ? random() * RANGE : bits >>> 4;
    UUID[UUID_PLACES[digit] ?? 0] = HEX_CODES[bits & 15] ?? 0;
  }
  UUID[VERSION_PLACE] = VERSION_4;
  UUID[VARIANT_PLACE] = HEX_CODES[8 + (bits & 3)] ?? 0;
  return UUID.toString("latin1");
}

/** Twelve digits, as card networks number a retrieval. */
export function drawReference(random: Random): string {
  let rest = 0;
  for (let place = 0; place < REFERENCE.length; place++) {
    rest = place % 6 === 0 ? Math.floor(random() * 1_000_000) : Math.floor(rest / 10);
    REFERENCE[place] = ZERO_CODE + (rest % 10);
  }
  return REFERENCE.toString("latin1");
}
