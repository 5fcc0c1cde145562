import "server-only";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { createWorkSlots } from "./work-slots";

// OWASP's second recommended setting for argon2id: 19 MiB, two passes, one lane. (2 is Argon2id; the package's enum is const.)
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
// Hashing is heavy by design: a flood of sign-ins must not take every core from everyone else.
const runInSlot = createWorkSlots(Math.max(1, availableParallelism() - 1));

/** A few seconds' worth. Strangers get the short line, so that a flood of theirs leaves room for everyone else. */
export const MOST_WAITING = { strangers: 100, others: 500 } as const;

let unknownPersonHash: Promise<string> | null = null;

export function hashPassword(password: string): Promise<string> {
  return runInSlot(() => hash(password, ARGON2ID), MOST_WAITING.others);
}

/**
 * For an unknown person (no hash) the same work is done in vain, so that the time tells nothing. Throws a
 * QueueFullError when too many wait already.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  mostWaiting: number = MOST_WAITING.others,
): Promise<boolean> {
  unknownPersonHash ??= hash("nobody has this password", ARGON2ID);
  const against = passwordHash ?? (await unknownPersonHash);
  const matches = await runInSlot(() => verify(against, password), mostWaiting);
  return matches && passwordHash !== null;
}
