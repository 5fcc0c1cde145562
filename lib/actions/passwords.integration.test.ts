import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { findDevice } from "@/lib/auth/device-cookie";
import { createLink } from "@/lib/auth/one-time-links";
import { hashPassword, verifyPassword } from "@/lib/auth/password";
import { findPerson, insertPerson } from "@/lib/auth/people";
import { countAttempt, passwordConfirmationLimit } from "@/lib/auth/throttle";
import type { Database } from "@/lib/postgres/database";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestDashboard } from "@/testing/dashboard-database";
import { signInPerson } from "@/testing/sign-in-as";
import { testRequest } from "@/testing/test-request";
import { changePassword } from "./change-password";
import { choosePassword } from "./choose-password";

const CURRENT = "twelve lanterns over the harbor";
const GOOD = "tulip-anchor-ninety";
const WEAK = [
  ["a common one", "password1234"],
  ["one's own address", "grace.hopper@navy.example"],
  ["one's name and a year", "GraceHopper1906"],
  ["the product's name", "Cardwell2026!!"],
  ["the current one", CURRENT],
] as const;

let db: Database;
let personId: string;
let currentHash: string;

beforeAll(async () => {
  db = await openTestDashboard();
  currentHash = await hashPassword(CURRENT);
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.pool.query("delete from throttles");
  await db.pool.query("delete from people");
  const grace = { email: "grace.hopper@navy.example", name: "Grace Hopper", role: "support" } as const;
  personId = (await insertPerson(db.pool, { ...grace, state: "active", passwordHash: currentHash })) ?? "";
  await signInPerson(personId);
});

async function opens(password: string): Promise<boolean> {
  return verifyPassword((await findPerson(db.pool, personId))?.passwordHash ?? null, password);
}

/** Whether the device cookie was set for this person and the new password. */
async function isKnownBrowser(): Promise<boolean> {
  const person = await findPerson(db.pool, personId);
  return Boolean(person && findDevice(person, (name) => testRequest.cookies.get(name)));
}

function failToSetCookies(): void {
  const set = vi.spyOn(testRequest.cookies, "set").mockImplementation(() => {
    throw new Error("Cookies can't be set here");
  });
  onTestFinished(() => set.mockRestore());
}

const atNewPassword = { ok: false, error: { code: "invalid", fields: { newPassword: expect.any(String) } } };

describe("changing your password", () => {
  const change = (newPassword: string) =>
    changePassword(randomUUID(), { currentPassword: CURRENT, newPassword });

  it.each(WEAK)("rejects %s at its field", async (_, password) => {
    expect(await change(password)).toMatchObject(atNewPassword);
    expect(await opens(CURRENT)).toBe(true);
  });

  it("needs the current one", async () => {
    const input = { currentPassword: `${CURRENT}!`, newPassword: GOOD };
    expect(await changePassword(randomUUID(), input)).toMatchObject({
      ok: false,
      error: { code: "refused", fields: { currentPassword: expect.any(String) } },
    });
    expect(await opens(CURRENT)).toBe(true);
  });

  it("accepts a password that is hard to guess", async () => {
    expect(await change(GOOD)).toMatchObject({ ok: true });
    expect(await opens(GOOD)).toBe(true);
    expect(await isKnownBrowser()).toBe(true);
  });

  it("succeeds when the device cookie can't be set", async () => {
    failToSetCookies();
    expect(await change(GOOD)).toMatchObject({ ok: true });
    expect(await opens(GOOD)).toBe(true);
  });
});

describe("attempts to change your password", () => {
  const useAllBut = (left: number) => {
    const { key, limit } = passwordConfirmationLimit(personId);
    return db.pool.query(
      "insert into throttles (key, failures, window_ends_at) values ($1, $2, now() + interval '1 hour')",
      [key, limit - left],
    );
  };

  it("count if the new password is rejected, because checking it is expensive", async () => {
    await useAllBut(1);
    const change = (newPassword: string) =>
      changePassword(randomUUID(), { currentPassword: CURRENT, newPassword });
    expect(await change("password1234")).toMatchObject(atNewPassword);
    expect(await change(GOOD)).toMatchObject({ ok: false, error: { code: "throttled" } });
  });

  it("are reset once the password is changed", async () => {
    await useAllBut(1);
    const input = { currentPassword: CURRENT, newPassword: GOOD };
    expect(await changePassword(randomUUID(), input)).toMatchObject({ ok: true });
    expect(await countAttempt(passwordConfirmationLimit(personId))).toBeNull();
  });
});

describe("setting a password with a link", () => {
  const newToken = async () => {
    const link = await inTransaction(db.pool, (client) => createLink(client, personId, "reset"));
    return link.split("/").at(-1) ?? "";
  };

  it.each(WEAK)("rejects %s at its field, and the link still works", async (_, password) => {
    const token = await newToken();
    expect(await choosePassword({ token, newPassword: password })).toMatchObject(atNewPassword);
    expect(await opens(CURRENT)).toBe(true);
    expect(await choosePassword({ token, newPassword: GOOD })).toMatchObject({ ok: true });
    expect(await opens(GOOD)).toBe(true);
    expect(await isKnownBrowser()).toBe(true);
  });

  it("succeeds when the device cookie can't be set", async () => {
    failToSetCookies();
    expect(await choosePassword({ token: await newToken(), newPassword: GOOD })).toMatchObject({ ok: true });
    expect(await opens(GOOD)).toBe(true);
  });

  it("returns the same error for any password if the link is invalid", async () => {
    const tried = await choosePassword({ token: "made up", newPassword: "password1234" });
    expect(tried).toMatchObject({ ok: false, error: { code: "refused" } });
  });
});
