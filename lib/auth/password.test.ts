import { availableParallelism } from "node:os";
import { verify } from "@node-rs/argon2";
import { expect, it, vi } from "vitest";
import { hashPassword, QueueFullError, verifyPassword } from "./password";

// A spy on the real library: the hash it receives contains the cost parameters.
vi.mock("@node-rs/argon2", async (load) => {
  const library = await load<typeof import("@node-rs/argon2")>();
  return { ...library, verify: vi.fn(library.verify) };
});

/** The parameters in `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, without salt and hash. */
const parametersOf = (hash: unknown) => String(hash).split("$").slice(0, 4).join("$");

it("does the same work for an unknown person as for a known one", async () => {
  const known = await hashPassword("a password of some length");
  expect(await verifyPassword(known, "wrong")).toBe(false);
  expect(await verifyPassword(null, "wrong")).toBe(false);
  const [forKnown, forUnknown, ...more] = vi.mocked(verify).mock.calls;
  expect(more).toEqual([]);
  expect(parametersOf(forKnown?.[0])).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+$/);
  expect(parametersOf(forUnknown?.[0])).toBe(parametersOf(forKnown?.[0]));
  expect(forUnknown?.[1]).toBe("wrong");
});

it("rejects every password of an unknown person", async () => {
  expect(await verifyPassword(null, "nobody has this password")).toBe(false);
});

it("leaves a core free, and rejects a check immediately if the queue is full", async () => {
  const maxWaiting = 2;
  const maxRunning = Math.max(1, availableParallelism() - 1);
  const known = await hashPassword("correct");
  const checks = Array.from({ length: maxRunning + maxWaiting }, () =>
    verifyPassword(known, "correct", maxWaiting),
  );
  await expect(verifyPassword(known, "correct", maxWaiting)).rejects.toBeInstanceOf(QueueFullError);
  expect(new Set(await Promise.all(checks))).toEqual(new Set([true]));
  expect(await verifyPassword(known, "correct", maxWaiting)).toBe(true);
});

it("checks the next password after a check that failed", async () => {
  vi.mocked(verify).mockRejectedValueOnce(new Error("out of memory"));
  const known = await hashPassword("correct");
  await expect(verifyPassword(known, "correct")).rejects.toThrow("out of memory");
  expect(await verifyPassword(known, "correct")).toBe(true);
});
