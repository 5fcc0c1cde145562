import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import { processWide } from "@/lib/process-wide";
import {
  finance,
  openTestAccounts,
  signInWithDemoPassword,
  signInWithWrongPassword,
  support,
  type TestAccounts,
  uniqueClient,
} from "@/testing/accounts";
import { signIn } from "./sign-in";
import { signOut } from "./sign-out";
import { countAttempt, unknownBrowserLimit } from "./throttle";
import { recordEndedFloods } from "./throttle-log";

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await openTestAccounts();
});
afterAll(() => accounts.db.close());
beforeEach(() => accounts.clearAttempts());

describe("a flood in the audit log", () => {
  it("is one row when it begins and one with the count when it ends", async () => {
    const { id } = await accounts.getPerson(support);
    const since = await accounts.lastAuditSeq();
    for (let attempt = 0; attempt < 10; attempt += 1) await countAttempt(unknownBrowserLimit(id));
    for (let attempt = 0; attempt < 25; attempt += 1) await signInWithWrongPassword(support);
    await recordEndedFloods();
    expect(await accounts.readAuditAfter(since)).toMatchObject([
      { action: "session.begin", outcome: "denied", target: id, message: expect.stringMatching(/^Too many/) },
    ]);
    await accounts.db.pool.query("update throttled_attempts set last_at = now() - interval '61 seconds'");
    await recordEndedFloods();
    await recordEndedFloods();
    const rows = await accounts.readAuditAfter(since);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({
      action: "session.begin",
      outcome: "denied",
      target: id,
      message: "25 attempts were throttled",
      input: { attempts: 25, limit: "strangers" },
    });
  });

  it("is recorded the same way for unknown emails from one address", async () => {
    const since = await accounts.lastAuditSeq();
    const request = uniqueClient();
    for (let attempt = 0; attempt < 5; attempt += 1)
      await signIn({ email: `unknown${attempt}@example.com`, password: "wrong" }, request);
    await signIn({ email: undefined, password: undefined }, request);
    await signInWithWrongPassword("unknown@example.com");
    await accounts.db.pool.query("update throttled_attempts set last_at = now() - interval '61 seconds'");
    await recordEndedFloods();
    const denied = { action: "session.begin", outcome: "denied", target: null };
    expect(await accounts.readAuditAfter(since)).toMatchObject([
      { ...denied, address: request.address, message: "Wrong email or password" },
      { ...denied, message: "Wrong email or password" },
      {
        ...denied,
        address: request.address,
        message: "6 attempts were rejected: wrong email or password",
        input: { attempts: 6, limit: "refused" },
      },
    ]);
  });

  it("doesn't contain emails without an account", async () => {
    const since = await accounts.lastAuditSeq();
    for (let attempt = 0; attempt < 12; attempt += 1)
      await signInWithWrongPassword("someone.private@example.com");
    await accounts.db.pool.query("update throttled_attempts set last_at = now() - interval '61 seconds'");
    await recordEndedFloods();
    const rows = await accounts.readAuditAfter(since);
    expect(rows).toHaveLength(12);
    expect(JSON.stringify(rows)).not.toContain("someone.private");
    const { rows: counts } = await accounts.db.pool.query("select key from throttles");
    expect(JSON.stringify(counts)).not.toContain("someone.private");
  });
});

describe("the application log", () => {
  it("contains each sign-in, failure, flood and sign-out, but no secrets", async () => {
    const lines: string[] = [];
    const slot = processWide<pino.Logger>("log");
    const original = slot.current;
    slot.current = pino({ base: null }, { write: (line: string) => lines.push(line) });
    try {
      const { id } = await accounts.getPerson(finance);
      const outcome = await signInWithDemoPassword(finance);
      if (outcome.is !== "signed-in") throw new Error("could not sign in");
      await signIn({ email: finance, password: "a secret guess" }, uniqueClient());
      for (let attempt = 0; attempt < 10; attempt += 1) await countAttempt(unknownBrowserLimit(id));
      for (let attempt = 0; attempt < 3; attempt += 1) await signInWithWrongPassword(finance);
      await signInWithWrongPassword("someone.private@example.com");
      await accounts.db.pool.query("update throttled_attempts set last_at = now() - interval '61 seconds'");
      await recordEndedFloods();
      await signOut(outcome.sessionId, uniqueClient());
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
        "Signed in",
        "Sign-in failed",
        "Attempts throttled",
        "Sign-in failed",
        "Throttled attempts ended",
        "Signed out",
      ]);
      const { sessionId, device } = outcome;
      for (const secret of [DEMO_PASSWORD, "a secret guess", "someone.private", sessionId, device.value])
        expect(lines.join("")).not.toContain(secret);
    } finally {
      slot.current = original;
    }
  });
});
