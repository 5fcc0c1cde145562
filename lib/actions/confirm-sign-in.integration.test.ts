import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import { currentActor, currentSessionId } from "@/lib/auth/actor";
import { setSessionCookie } from "@/lib/auth/cookie";
import { beginAuthenticator, confirmAuthenticator } from "@/lib/auth/second-factor/authenticators";
import { closeBus } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { openTestAccounts, signInWithDemoPassword, support, type TestAccounts } from "@/testing/accounts";
import { testRequest } from "@/testing/test-request";
import { confirmSignIn } from "./confirm-sign-in";

const jar = testRequest.cookies;

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await openTestAccounts();
});
afterAll(async () => {
  await closeBus();
  await accounts.db.close();
});

it("the second factor gives the browser a new session cookie, and the one from before opens nothing", async () => {
  const { pool } = accounts.db;
  const { id } = await accounts.getPerson(support);
  const { id: authenticatorId, secret } = await inTransaction(pool, (client) =>
    beginAuthenticator(client, id, "Phone"),
  );
  const codeAt = (ms: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ms });
  await inTransaction(pool, (client) => confirmAuthenticator(client, id, authenticatorId, codeAt(-30_000)));

  const entered = await signInWithDemoPassword(support);
  if (entered.is !== "needs-factor") throw new Error(entered.is);
  await setSessionCookie(entered.sessionId);
  const copied = new Map(jar);
  const hasDeviceCookie = () => [...jar.keys()].some((name) => name.includes("device"));
  expect(hasDeviceCookie()).toBe(false);
  expect(await currentActor()).toBeNull();

  expect(await confirmSignIn({ code: codeAt(0) })).toMatchObject({ ok: true });
  expect(await currentActor()).toMatchObject({ id });
  expect(hasDeviceCookie()).toBe(true);
  expect(await currentSessionId()).not.toBe(entered.sessionId);

  for (const [name, value] of copied) jar.set(name, value);
  expect(await currentActor()).toBeNull();
  expect(await confirmSignIn({ code: codeAt(30_000) })).toMatchObject({ ok: false });
});
