import "server-only";
import type pg from "pg";
import { z } from "zod";
import { appendAudit } from "@/lib/audit/append";
import { text } from "@/lib/contract/text";
import { database } from "@/lib/db/database";
import type { SignInMethod } from "@/lib/domain/people/sign-in-method";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { deviceCookie, findDevice } from "./device-cookie";
import { MAX_WAITING, QueueFullError, verifyPassword } from "./password";
import { isPasswordAllowed } from "./password-rule";
import { findPersonByEmail, lockPerson, type Person } from "./people";
import { announceSignIn, type ReadCookie, recordSignIn, SIGN_IN_ACTION } from "./record-sign-in";
import type { RequestInfo } from "./request-info";
import { createSession } from "./sessions";
import { endSessionWithAudit } from "./sign-out";
import {
  addressLimit,
  countAttempt,
  knownBrowserLimit,
  type RateLimit,
  refundAttempt,
  type Throttled,
  unknownBrowserLimit,
  unknownEmailLimit,
} from "./throttle";
import { recordRejected, recordThrottled } from "./throttle-log";

const Credentials = z.object({ email: text().max(320), password: z.string().max(1_000) });

export type SignInOutcome =
  | { is: "signed-in"; personId: string; sessionId: string; device: ReturnType<typeof deviceCookie> }
  /** The password was correct. The session is of no use before `finishSignIn`. */
  | { is: "needs-factor"; personId: string; sessionId: string }
  | { is: "rejected" }
  | ({ is: "throttled" } & Throttled)
  | { is: "busy" };

/** The browser's cookies and its previous session, which may belong to another person. */
export type Browser = {
  readCookie: ReadCookie;
  previousSessionId: string | null;
};

const UNKNOWN_BROWSER: Browser = { readCookie: () => undefined, previousSessionId: null };

/**
 * Replaces the browser's previous session with a new one if the password is correct. Attempts are counted here, where
 * the account is known, so that no variant of the request bypasses the limits.
 */
export async function signIn(
  input: { email: unknown; password: unknown },
  request: RequestInfo,
  browser: Browser = UNKNOWN_BROWSER,
): Promise<SignInOutcome> {
  const { address } = request;
  const { pool } = await database();
  const credentials = Credentials.safeParse(input);
  const person = credentials.success ? await findPersonByEmail(pool, credentials.data.email) : null;
  const device = person && findDevice(person, browser.readCookie);
  // Many people can share an address, so a known browser is not throttled because of others.
  const forAddress = device ? null : addressLimit(address);
  const throttledAddress = forAddress && (await countAttempt(forAddress));
  if (throttledAddress) return throttle(forAddress, throttledAddress, null, address);
  if (!credentials.success) return reject(null, address);
  const { email, password } = credentials.data;
  const forAccount = device
    ? knownBrowserLimit(device)
    : person
      ? unknownBrowserLimit(person.id)
      : unknownEmailLimit(await lowercaseEmail(pool, email));
  const throttledAccount = await countAttempt(forAccount);
  if (throttledAccount) return throttle(forAccount, throttledAccount, person, address);
  const isAllowed = person !== null && (await isPasswordAllowed(pool, person));
  const isPasswordCorrect = await checkPassword(
    // Takes as long as for everyone else, so that the time doesn't reveal who may use a password.
    isAllowed ? person : null,
    password,
    device ? MAX_WAITING.others : MAX_WAITING.unknownBrowsers,
  );
  const counted = forAddress ? [forAccount, forAddress] : [forAccount];
  if (isPasswordCorrect === null) {
    // The password was not checked, so this is not a failed attempt.
    await refundAttempt(...counted);
    log().warn({ address }, "Sign-in rejected: too many password checks are waiting");
    return { is: "busy" };
  }
  if (person && !isAllowed) return reject(person, address, "This person may not use a password");
  if (!person || !isPasswordCorrect || person.state !== "active") return reject(person, address);
  const opened = await beginSession(pool, person, request, browser);
  if (!opened) return reject(person, address, "The account changed during the sign-in");
  await refundAttempt(...counted);
  const { sessionId, isComplete } = opened;
  if (!isComplete) return { is: "needs-factor", personId: person.id, sessionId };
  return { is: "signed-in", personId: person.id, sessionId, device: deviceCookie(person) };
}

/** Lowercases in the database like the lookup by email does, because JavaScript treats some letters differently. */
async function lowercaseEmail(pool: pg.Pool, email: string): Promise<string> {
  const { rows } = await pool.query<{ lowercased: string }>("select lower($1) as lowercased", [email]);
  return rows[0]?.lowercased ?? email;
}

/** Returns null if too many checks are waiting. */
async function checkPassword(
  person: Person | null,
  password: string,
  maxWaiting: number,
): Promise<boolean | null> {
  try {
    return await verifyPassword(person?.passwordHash ?? null, password, maxWaiting);
  } catch (error) {
    if (error instanceof QueueFullError) return null;
    throw error;
  }
}

/** Returns null if the person was disabled or got another password while this one was being checked. */
async function beginSession(
  pool: pg.Pool,
  person: Person,
  request: RequestInfo,
  browser: Browser,
): Promise<OpenedSession | null> {
  const opened = await inTransaction(pool, async (client) => {
    const current = await lockPerson(client, person.id);
    if (current?.state !== "active" || current.passwordHash !== person.passwordHash) return null;
    return openSession(client, current, request, browser, "password");
  });
  if (opened?.isComplete) await announceSignIn(person, request);
  else if (opened) await publish(["audit"]);
  return opened;
}

type OpenedSession = { sessionId: string; isComplete: boolean };

/**
 * In the transaction that has locked the person and checked who they are. After a password alone, a person with a second
 * factor is not signed in yet, so nothing is announced. Call `announceSignIn` afterward if it is complete.
 */
export async function openSession(
  client: pg.ClientBase,
  person: Person,
  { address, userAgent }: RequestInfo,
  { previousSessionId, readCookie }: Browser,
  method: Exclude<SignInMethod, "single-sign-on">,
): Promise<OpenedSession> {
  const { id, name, role } = person;
  const message = "Signed in again in the same browser";
  if (previousSessionId) await endSessionWithAudit(client, previousSessionId, { address, message });
  const sessionId = await createSession(client, { personId: id, address, userAgent, method });
  if (await needsFactor(client, sessionId)) {
    const actor = { id, name, role };
    const entry = { action: "session.password", outcome: "succeeded", actor, target: id, address } as const;
    await appendAudit(client, { phase: "event", ...entry });
    return { sessionId, isComplete: false };
  }
  const how = method === "passkey" ? "With a passkey" : null;
  await recordSignIn(client, person, { address, userAgent }, { sessionId, readCookie, message: how });
  return { sessionId, isComplete: true };
}

async function needsFactor(client: pg.ClientBase, sessionId: string): Promise<boolean> {
  const { rowCount } = await client.query("select from sessions where id = $1 and needs_factor", [sessionId]);
  return Boolean(rowCount);
}

export async function throttle(
  { key }: RateLimit,
  throttled: Throttled,
  person: Person | null,
  address: string,
): Promise<SignInOutcome> {
  await recordThrottled({ key, action: SIGN_IN_ACTION, target: person?.id ?? null, address });
  return { is: "throttled", ...throttled };
}

export async function reject(
  person: Person | null,
  address: string,
  message = person?.state === "disabled" ? "The account is disabled" : "Wrong email or password",
): Promise<SignInOutcome> {
  if (person) await recordRejection(person, address, message);
  else await recordRejected(SIGN_IN_ACTION, address, message);
  log().warn({ personId: person?.id ?? null, address, reason: message }, "Sign-in failed");
  return { is: "rejected" };
}

async function recordRejection({ id }: Person, address: string, message: string): Promise<void> {
  const { pool } = await database();
  await inTransaction(pool, (client) =>
    appendAudit(client, {
      phase: "event",
      action: SIGN_IN_ACTION,
      outcome: "denied",
      target: id,
      message,
      address,
    }),
  );
}
