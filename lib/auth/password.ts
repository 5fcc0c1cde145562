import "server-only";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";

// OWASP's second recommended configuration for argon2id. `algorithm: 2` is Argon2id; the package's const enum can't be imported.
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
// Hashing is expensive by design, so a flood of sign-ins must not use every core.
const limit = pLimit(Math.max(1, availableParallelism() - 1));

/** A few seconds of work. Unknown browsers get a shorter queue, so that a flood from them leaves room for known ones. */
export const MAX_WAITING = { unknownBrowsers: 100, others: 500 } as const;

export class QueueFullError extends Error {
  override name = "QueueFullError";
}

let dummyHash: Promise<string> | null = null;

export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(password, ARGON2ID), MAX_WAITING.others);
}

/**
 * Does the same work for an unknown person (null), so that the response time doesn't reveal whether the account exists.
 * Throws a QueueFullError if too many checks are waiting.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  maxWaiting: number = MAX_WAITING.others,
): Promise<boolean> {
  dummyHash ??= hash("nobody has this password", ARGON2ID);
  const hashToVerify = passwordHash ?? (await dummyHash);
  const matches = await runLimited(() => verify(hashToVerify, password), maxWaiting);
  return matches && passwordHash !== null;
}

/** Throws a QueueFullError if `maxWaiting` tasks are already waiting. */
async function runLimited<T>(task: () => Promise<T>, maxWaiting: number): Promise<T> {
  if (limit.pendingCount >= maxWaiting) throw new QueueFullError();
  return limit(task);
}
