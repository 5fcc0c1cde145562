import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEMO_PASSWORD } from "@/lib/domain/settings/sandbox-defaults";
import {
  browserWith,
  countOutcomes,
  finance,
  openTestAccounts,
  signInWithDemoPassword,
  signInWithWrongPassword,
  support,
  type TestAccounts,
  uniqueClient,
} from "@/testing/accounts";
import { deviceCookie } from "./device-cookie";
import { hashPassword } from "./password";
import { type SignInOutcome, signIn } from "./sign-in";
import { addressLimit, countAttempt, unknownBrowserLimit } from "./throttle";

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await openTestAccounts();
});
afterAll(() => accounts.db.close());
beforeEach(() => accounts.clearAttempts());

describe("a browser in which someone has signed in before", () => {
  async function knownBrowser(email: string): Promise<Record<string, string>> {
    const outcome = await signInWithDemoPassword(email);
    if (outcome.is !== "signed-in") throw new Error(`${email} could not sign in`);
    const { name, value, ...options } = outcome.device;
    expect(options).toMatchObject({ httpOnly: true, sameSite: "lax" });
    return { [name]: value };
  }

  async function exhaustUnknownBrowsers(email: string): Promise<void> {
    const { id } = await accounts.getPerson(email);
    for (let attempt = 0; attempt < 12; attempt += 1) await countAttempt(unknownBrowserLimit(id));
  }

  it("can sign in while unknown browsers are throttled", async () => {
    const cookies = await knownBrowser(support);
    await exhaustUnknownBrowsers(support);
    expect(await signInWithDemoPassword(support)).toMatchObject({ is: "throttled" });
    expect(await signInWithDemoPassword(support, cookies)).toMatchObject({ is: "signed-in" });
    expect(await signInWithDemoPassword(support)).toMatchObject({ is: "throttled" });
  });

  it("can sign in while its shared address is throttled", async () => {
    const cookies = await knownBrowser(support);
    const request = uniqueClient();
    const { key, limit } = addressLimit(request.address);
    await accounts.db.pool.query(
      "insert into throttles (key, failures, window_ends_at) values ($1, $2, now())",
      [key, limit],
    );
    const credentials = { email: support, password: DEMO_PASSWORD };
    expect(await signIn(credentials, request)).toMatchObject({ is: "throttled" });
    expect(await signIn(credentials, request, browserWith(cookies))).toMatchObject({ is: "signed-in" });
    expect(await signIn(credentials, request)).toMatchObject({ is: "throttled" });
  });

  it("has its own limit, so that a copied cookie doesn't allow unlimited guesses", async () => {
    const cookies = await knownBrowser(support);
    const outcomes: SignInOutcome[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1)
      outcomes.push(await signInWithWrongPassword(support, cookies));
    expect(countOutcomes(outcomes)).toEqual({ rejected: 10, throttled: 2 });
    expect(await signInWithDemoPassword(support)).toMatchObject({ is: "signed-in" });
  });

  it("is unknown for other accounts", async () => {
    const [otherCookie] = Object.values(await knownBrowser(support));
    await exhaustUnknownBrowsers(finance);
    const { name } = deviceCookie(await accounts.getPerson(finance));
    expect(await signInWithDemoPassword(finance, { [name]: otherCookie ?? "" })).toMatchObject({
      is: "throttled",
    });
  });

  it.each([
    ["altered", (value: string) => `${value.slice(0, -4)}${value.endsWith("AAAA") ? "BBBB" : "AAAA"}`],
    ["of another device", (value: string) => value.replace(/^[^.]+/, crypto.randomUUID())],
    ["of another day", (value: string) => value.replace(/\.\d+\./, ".9999999999.")],
    ["empty", () => ""],
  ])("is unknown again if its cookie is %s", async (_, alter) => {
    const [[name, value] = ["", ""]] = Object.entries(await knownBrowser(support));
    await exhaustUnknownBrowsers(support);
    expect(await signInWithDemoPassword(support, { [name]: alter(value) })).toMatchObject({
      is: "throttled",
    });
  });

  it("is unknown again after a password change", async () => {
    const cookies = await knownBrowser(support);
    const { id } = await accounts.getPerson(support);
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    await accounts.db.pool.query("update people set password_hash = $2 where id = $1", [id, passwordHash]);
    await exhaustUnknownBrowsers(support);
    expect(await signInWithDemoPassword(support, cookies)).toMatchObject({ is: "throttled" });
  });
});
