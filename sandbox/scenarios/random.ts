import type { Random } from "@/sandbox/domain/credentials";

const RANGE = 2 ** 32;
const WARM_UP_DRAWS = 16;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

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
  const first = random() * RANGE;
  const second = ((random() * RANGE) & 0xffff0fff) | 0x4000;
  const third = ((random() * RANGE) & 0x3fffffff) | 0x80000000;
  const fourth = random() * RANGE;
  return `${hex(first >>> 16)}${hex(first & 0xffff)}-${hex(second >>> 16)}-${hex(second & 0xffff)}-${hex(
    third >>> 16,
  )}-${hex(third & 0xffff)}${hex(fourth >>> 16)}${hex(fourth & 0xffff)}`;
}

function hex(pair: number): string {
  return `${HEX[pair >>> 8]}${HEX[pair & 0xff]}`;
}
