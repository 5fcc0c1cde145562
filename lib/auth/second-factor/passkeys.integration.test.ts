import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findActor } from "@/lib/auth/sessions";
import { linkIdentity } from "@/lib/auth/single-sign-on/identities";
import { inTransaction } from "@/lib/postgres/open-database";
import {
  browserWith,
  openTestAccounts,
  signInWithDemoPassword,
  support,
  type TestAccounts,
  uniqueClient,
} from "@/testing/accounts";
import { useProvider } from "@/testing/provider-browser";
import { createSoftwarePasskey } from "@/testing/software-passkey";
import { createChallenge } from "./challenges";
import { findPendingPerson, finishSignIn } from "./finish-sign-in";
import { signInWithPasskey } from "./passkey-sign-in";
import { addPasskey, listPasskeys } from "./passkeys";

const SITE = { works: true, origin: "http://localhost:3000", domain: "localhost" } as const;
const REQUEST = { address: "198.51.100.7", userAgent: "a test" };

let accounts: TestAccounts;
let personId: string;
let passkey: ReturnType<typeof createSoftwarePasskey>;

beforeAll(async () => {
  accounts = await openTestAccounts();
  personId = (await accounts.getPerson(support)).id;
});
afterAll(() => accounts.db.close());
beforeEach(async () => {
  await accounts.clearAttempts();
  await accounts.db.pool.query("delete from passkeys");
  passkey = createSoftwarePasskey(SITE, personId);
  expect(await add(passkey)).toBe(true);
});

function add(
  device: typeof passkey,
  overrides: Parameters<typeof passkey.create>[1] = {},
  challenge = "AAAA",
) {
  const answer = { response: device.create("AAAA", overrides), challenge, site: SITE };
  return inTransaction(accounts.db.pool, (client) => addPasskey(client, personId, "Laptop", answer));
}

/** With a password, up to the second factor. */
async function enterPassword(): Promise<{ sessionId: string; challenge: string }> {
  const outcome = await signInWithDemoPassword(support);
  if (!("sessionId" in outcome)) throw new Error(outcome.is);
  const { challenge } = await createChallenge({ purpose: "confirm", sessionId: outcome.sessionId });
  return { sessionId: outcome.sessionId, challenge };
}

async function beginAlone() {
  const { id, challenge } = await createChallenge({ purpose: "sign-in" });
  const send = (response: unknown) =>
    signInWithPasskey(JSON.stringify(response), uniqueClient(), browserWith({ "cardwell.passkey": id }));
  return { challenge, send };
}

describe("a new passkey", () => {
  it.each([
    ["another challenge", {}, "BBBB"],
    ["another site", { origin: "https://evil.example" }, "AAAA"],
    ["another domain", { domain: "evil.example" }, "AAAA"],
    ["an unlocked device that checked nobody", { isVerified: false }, "AAAA"],
  ])("is rejected for %s", async (_, overrides, challenge) => {
    expect(await add(createSoftwarePasskey(SITE, personId), overrides, challenge)).toBe(false);
    expect(await listPasskeys(accounts.db.pool, personId)).toHaveLength(1);
  });

  it("is added once", async () => {
    expect(await add(passkey)).toBe(false);
    expect(await listPasskeys(accounts.db.pool, personId)).toMatchObject([
      { name: "Laptop", lastUsedAt: null },
    ]);
  });
});

describe("a passkey after the password", () => {
  it("signs in, and the password alone doesn't", async () => {
    const { sessionId, challenge } = await enterPassword();
    expect(await findActor(sessionId)).toBeNull();
    expect((await findPendingPerson(sessionId))?.id).toBe(personId);
    const outcome = await finishSignIn(sessionId, { passkey: passkey.use(challenge) }, REQUEST);
    if (outcome.is !== "signed-in") throw new Error(outcome.is);
    expect(outcome.with).toBe("passkey");
    expect(await findActor(outcome.sessionId)).toMatchObject({ id: personId });
    expect((await listPasskeys(accounts.db.pool, personId))[0]?.lastUsedAt).toBeInstanceOf(Date);
  });

  it("answers each challenge once, whatever the answer", async () => {
    const { sessionId, challenge } = await enterPassword();
    const wrong = createSoftwarePasskey(SITE, personId).use(challenge);
    expect(await finishSignIn(sessionId, { passkey: wrong }, REQUEST)).toEqual({ is: "rejected" });
    const late = await finishSignIn(sessionId, { passkey: passkey.use(challenge) }, REQUEST);
    expect(late).toEqual({ is: "rejected" });
  });

  it("is rejected after five minutes", async () => {
    const { sessionId, challenge } = await enterPassword();
    await accounts.db.pool.query("update passkey_challenges set expires_at = now()");
    const outcome = await finishSignIn(sessionId, { passkey: passkey.use(challenge) }, REQUEST);
    expect(outcome).toEqual({ is: "rejected" });
  });

  it.each([
    ["of another site", { origin: "https://evil.example" }],
    ["for another domain", { domain: "evil.example" }],
    ["without the person's fingerprint or PIN", { isVerified: false }],
  ])("is rejected %s", async (_, overrides) => {
    const { sessionId, challenge } = await enterPassword();
    const outcome = await finishSignIn(sessionId, { passkey: passkey.use(challenge, overrides) }, REQUEST);
    expect(outcome).toEqual({ is: "rejected" });
  });

  it("is rejected if its counter goes back, as a copy's does", async () => {
    const first = await enterPassword();
    await finishSignIn(first.sessionId, { passkey: passkey.use(first.challenge, { counter: 7 }) }, REQUEST);
    const second = await enterPassword();
    const copied = passkey.use(second.challenge, { counter: 7 });
    expect(await finishSignIn(second.sessionId, { passkey: copied }, REQUEST)).toEqual({ is: "rejected" });
    const third = await enterPassword();
    const used = passkey.use(third.challenge, { counter: 8 });
    expect(await finishSignIn(third.sessionId, { passkey: used }, REQUEST)).toMatchObject({
      is: "signed-in",
    });
  });

  it("doesn't answer the challenge of another session", async () => {
    const [mine, other] = [await enterPassword(), await enterPassword()];
    const outcome = await finishSignIn(mine.sessionId, { passkey: passkey.use(other.challenge) }, REQUEST);
    expect(outcome).toEqual({ is: "rejected" });
  });
});

describe("a passkey alone", () => {
  it("signs in, with nothing missing", async () => {
    const { challenge, send } = await beginAlone();
    const outcome = await send(passkey.use(challenge));
    expect(outcome).toMatchObject({ is: "signed-in", personId });
    if (outcome.is === "signed-in")
      expect(await findActor(outcome.sessionId)).toMatchObject({ id: personId });
  });

  it("works once for a challenge", async () => {
    const { challenge, send } = await beginAlone();
    const response = passkey.use(challenge);
    const outcomes = await Promise.all([send(response), send(response), send(response)]);
    expect(outcomes.filter(({ is }) => is === "signed-in")).toHaveLength(1);
    expect(await send(passkey.use(challenge))).toEqual({ is: "rejected" });
  });

  it("needs the browser that asked for the challenge", async () => {
    const { challenge } = await beginAlone();
    const { send } = await beginAlone();
    expect(await send(passkey.use(challenge))).toEqual({ is: "rejected" });
  });

  it("isn't accepted without the person's fingerprint or PIN, in the name of another person, or garbled", async () => {
    const first = await beginAlone();
    expect(await first.send(passkey.use(first.challenge, { isVerified: false }))).toEqual({ is: "rejected" });
    const second = await beginAlone();
    const used = passkey.use(second.challenge);
    const response = { ...used.response, userHandle: "AAAAAAAAAAAAAAAAAAAAAA" };
    expect(await second.send({ ...used, response })).toEqual({ is: "rejected" });
    for (const garbled of [null, "x", {}, { id: "\0" }])
      expect(await (await beginAlone()).send(garbled)).toEqual({ is: "rejected" });
  });

  it("doesn't sign in a disabled person", async () => {
    const { challenge, send } = await beginAlone();
    const { pool } = accounts.db;
    await pool.query("update people set state = 'disabled' where id = $1", [personId]);
    expect(await send(passkey.use(challenge))).toEqual({ is: "rejected" });
    await pool.query("update people set state = 'active' where id = $1", [personId]);
  });

  it("doesn't sign in a person whom the provider signs in", async () => {
    const { challenge, send } = await beginAlone();
    const { pool } = accounts.db;
    useProvider("https://login.example.com");
    await inTransaction(pool, (client) => linkIdentity(client, personId, "mina"));
    expect(await send(passkey.use(challenge))).toEqual({ is: "rejected" });
    await pool.query("delete from identities");
  });

  it("is counted together with codes after the password", async () => {
    const { sessionId } = await enterPassword();
    for (let guess = 0; guess < 3; guess += 1) await finishSignIn(sessionId, { code: "000000" }, REQUEST);
    for (let guess = 0; guess < 2; guess += 1) {
      const { send } = await beginAlone();
      expect(await send(passkey.use("wrong"))).toEqual({ is: "rejected" });
    }
    const { challenge, send } = await beginAlone();
    expect(await send(passkey.use(challenge))).toMatchObject({ is: "throttled" });
    expect(await finishSignIn(sessionId, { code: "000000" }, REQUEST)).toMatchObject({ is: "throttled" });
  });

  it("is recorded in the audit log, rejected ones too", async () => {
    const seq = await accounts.lastAuditSeq();
    const first = await beginAlone();
    await first.send(passkey.use("wrong"));
    const second = await beginAlone();
    await second.send(passkey.use(second.challenge));
    expect(await accounts.readAuditAfter(seq)).toMatchObject([
      { action: "session.begin", outcome: "denied", target: personId },
      { action: "session.begin", outcome: "succeeded", target: personId, message: "With a passkey" },
    ]);
  });
});
