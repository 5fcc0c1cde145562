import nodeCrypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { drawUuid, seededRandom } from "@/sandbox/scenarios/random";

export type Random = () => number;

let random: Random = seededRandom(0, 0);

/** Separate streams, so that one more request doesn't change what people do. */
const STREAMS = {
  product: 1,
  network: 2,
  plan: 3,
  database: 4,
  faults: 5,
  people: 7,
  identity: 8,
  finance: 9,
  // With this number, few seeds of known bugs take another course.
  bulk: 21,
  bulkApprovals: 27,
  rare: 229,
} as const;

export function luckOf(seed: number, stream: keyof typeof STREAMS): Random {
  return seededRandom(seed, STREAMS[stream]);
}

/** From now on the product draws from this seed. */
export function seedProductLuck(seed: number): void {
  random = luckOf(seed, "product");
}

/** Replaces every source of random values that the product, its libraries, or PGlite use. */
export function replaceLuck(): void {
  Math.random = () => random();
  const fill = <T extends NodeJS.ArrayBufferView | ArrayBuffer>(target: T): T => {
    const bytes = ArrayBuffer.isView(target)
      ? new Uint8Array(target.buffer, target.byteOffset, target.byteLength)
      : new Uint8Array(target);
    for (let index = 0; index < bytes.length; index++) bytes[index] = random() * 256;
    return target;
  };
  const randomUUID = () => drawUuid(() => random());
  const randomInt = (first: number, last?: number) =>
    last === undefined ? Math.floor(random() * first) : first + Math.floor(random() * (last - first));
  const randomBytes = (size: number) => fill(Buffer.alloc(size));
  replace(nodeCrypto, { randomUUID, randomInt, randomBytes, randomFillSync: fill });
  replace(nodeCrypto.webcrypto, { randomUUID, getRandomValues: fill });
  syncBuiltinESMExports();
}

/** Some of them are getters without a setter. */
function replace(target: object, replacements: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(replacements))
    Object.defineProperty(target, name, { value, configurable: true });
}
