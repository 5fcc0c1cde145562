import type { Random } from "@/sandbox/domain/credentials";

const RANGE = 2 ** 32;
const WARM_UP_DRAWS = 16;

// Reused buffers: concatenating strings for a million IDs would use too much memory.
const UUID_BUFFER = Buffer.from("00000000-0000-4000-8000-000000000000", "latin1");
const UUID_DIGIT_INDEXES = [...UUID_BUFFER.keys()].filter(
  (index) => UUID_BUFFER[index] !== "-".charCodeAt(0),
);
const HEX_CODES = Buffer.from("0123456789abcdef", "latin1");
const VERSION_INDEX = 14;
const VERSION_4 = "4".charCodeAt(0);
const VARIANT_INDEX = 19;
const REFERENCE_BUFFER = Buffer.alloc(12);
const ZERO_CODE = "0".charCodeAt(0);

/** The sfc32 generator: the same seed and stream give the same numbers on every machine. */
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

/** An integer in [0, end). */
export function drawBelow(random: Random, end: number): number {
  return Math.floor(random() * end);
}

/** An integer in [first, last]. */
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

/** A list of `size` entries with each item repeated by its weight, so that a uniform draw picks by weight. */
export function expandWeights<Item>(weighted: readonly (readonly [Item, number])[], size: number): Item[] {
  const total = weighted.reduce((sum, [, weight]) => sum + weight, 0);
  const entries: Item[] = [];
  let cumulative = 0;
  for (const [item, weight] of weighted) {
    cumulative += weight;
    const end = Math.round((cumulative / total) * size);
    while (entries.length < end) entries.push(item);
  }
  return entries;
}

/** A version 4 UUID. */
export function drawUuid(random: Random): string {
  let bits = 0;
  for (let digit = 0; digit < UUID_DIGIT_INDEXES.length; digit++) {
    bits = digit % 8 === 0 ? random() * RANGE : bits >>> 4;
    UUID_BUFFER[UUID_DIGIT_INDEXES[digit] ?? 0] = HEX_CODES[bits & 15] ?? 0;
  }
  UUID_BUFFER[VERSION_INDEX] = VERSION_4;
  UUID_BUFFER[VARIANT_INDEX] = HEX_CODES[8 + (bits & 3)] ?? 0;
  return UUID_BUFFER.toString("latin1");
}

/** Twelve digits, like a card network's retrieval reference number. */
export function drawReference(random: Random): string {
  let remaining = 0;
  for (let index = 0; index < REFERENCE_BUFFER.length; index++) {
    remaining = index % 6 === 0 ? Math.floor(random() * 1_000_000) : Math.floor(remaining / 10);
    REFERENCE_BUFFER[index] = ZERO_CODE + (remaining % 10);
  }
  return REFERENCE_BUFFER.toString("latin1");
}
