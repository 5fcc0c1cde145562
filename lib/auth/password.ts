import "server-only";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";

// OWASP's second recommended setting for argon2id: 19 MiB, two passes, one lane. (2 is Argon2id; the package's enum is const.)
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PARALLEL_HASHES = Math.max(1, availableParallelism() - 1);

let unknownPersonHash: Promise<string> | null = null;
let running = 0;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2ID));
}

/** For an unknown person (no hash) the same work is done in vain, so that the time tells nothing. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  unknownPersonHash ??= hash("nobody has this password", ARGON2ID);
  const against = passwordHash ?? (await unknownPersonHash);
  const matches = await inTurn(() => verify(against, password));
  return matches && passwordHash !== null;
}

/** Hashing is heavy by design: a flood of sign-ins must not take every core from everyone else. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= PARALLEL_HASHES) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
