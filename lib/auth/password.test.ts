import { verify } from "@node-rs/argon2";
import { expect, it, vi } from "vitest";
import { hashPassword, verifyPassword } from "./password";

// The library itself, watched: how much work it does is written in the hash that it is given.
vi.mock("@node-rs/argon2", async (load) => {
  const library = await load<typeof import("@node-rs/argon2")>();
  return { ...library, verify: vi.fn(library.verify) };
});

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` without what differs from person to person. */
const workOf = (hash: unknown) => String(hash).split("$").slice(0, 4).join("$");

it("spends the same work on an unknown person as on a known one", async () => {
  const known = await hashPassword("a password of some length");
  expect(await verifyPassword(known, "wrong")).toBe(false);
  expect(await verifyPassword(null, "wrong")).toBe(false);
  const [forKnown, forUnknown, ...more] = vi.mocked(verify).mock.calls;
  expect(more).toEqual([]);
  expect(workOf(forKnown?.[0])).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+$/);
  expect(workOf(forUnknown?.[0])).toBe(workOf(forKnown?.[0]));
  expect(forUnknown?.[1]).toBe("wrong");
});

it("lets nobody in as an unknown person, whatever the password", async () => {
  expect(await verifyPassword(null, "nobody has this password")).toBe(false);
});
