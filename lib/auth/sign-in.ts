import "server-only";
import type pg from "pg";
import { z } from "zod";
import { appendAudit } from "@/lib/audit/append";
import { text } from "@/lib/contract/text";
import { database } from "@/lib/db/database";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { deviceCookie, findDevice } from "./device-cookie";
import { MOST_WAITING, verifyPassword } from "./password";
import { findPersonByEmail, lockPerson, type Person } from "./people";
import type { RequestInfo } from "./request-info";
import { createSession } from "./sessions";
import { endSessionOnRecord } from "./sign-out";
import {
  type Allowance,
  addressAllowance,
  countAttempt,
  deviceAllowance,
  strangersAllowance,
  type Throttled,
  uncountAttempt,
  unknownAllowance,
} from "./throttle";
import { recordRefused, recordThrottled } from "./throttle-log";
import { QueueFullError } from "./work-slots";

export const SIGN_IN_ACTION = "session.begin";

const Credentials = z.object({ email: text().max(320), password: z.string().max(1_000) });

export type SignInOutcome =
  | { is: "signed-in"; personId: string; sessionId: string; device: ReturnType<typeof deviceCookie> }
  | { is: "refused" }
  | ({ is: "throttled" } & Throttled)
  | { is: "busy" };

/** What the browser brings along: its cookies, and the session that it had before, whoever's that was. */
export type Browser = {
  readCookie: (name: string) => string | undefined;
  earlierSessionId: string | null;
};

const NEW_BROWSER: Browser = { readCookie: () => undefined, earlierSessionId: null };

/**
 * A new session for the right password, in place of the one that the browser had before. Attempts are counted here,
 * where the password is checked and the account is known, so that no way of writing the request leads past the count.
 */
export async function signIn(
  given: { email: unknown; password: unknown },
  request: RequestInfo,
  browser: Browser = NEW_BROWSER,
): Promise<SignInOutcome> {
  const { address } = request;
  const { pool } = await database();
  const credentials = Credentials.safeParse(given);
  const person = credentials.success ? await findPersonByEmail(pool, credentials.data.email) : null;
  const device = person && findDevice(person, browser.readCookie);
  // Many people can share an address: a known browser is not refused for what others do there.
  const place = device ? null : addressAllowance(address);
  const crowded = place && (await countAttempt(place));
  if (crowded) return throttle(place, crowded, null, address);
  if (!credentials.success) return refuse(null, address);
  const { email, password } = credentials.data;
  const account = device
    ? deviceAllowance(device)
    : person
      ? strangersAllowance(person.id)
      : unknownAllowance(await foldEmail(pool, email));
  const exhausted = await countAttempt(account);
  if (exhausted) return throttle(account, exhausted, person, address);
  const isRight = await check(person, password, device ? MOST_WAITING.others : MOST_WAITING.strangers);
  const counted = place ? [account, place] : [account];
  if (isRight === null) {
    // What was not looked at is no failure.
    await uncountAttempt(...counted);
    log().warn({ address }, "Sign-in refused: too many password checks are waiting");
    return { is: "busy" };
  }
  if (!person || !isRight || person.state !== "active") return refuse(person, address);
  const sessionId = await beginSession(pool, person, request, browser.earlierSessionId);
  if (!sessionId) return refuse(person, address, "The account changed during the sign-in");
  await uncountAttempt(...counted);
  return { is: "signed-in", personId: person.id, sessionId, device: deviceCookie(person) };
}

/** As the lookup by e-mail folds it: JavaScript and the database do not agree on every letter. */
async function foldEmail(pool: pg.Pool, email: string): Promise<string> {
  const { rows } = await pool.query<{ folded: string }>("select lower($1) as folded", [email]);
  return rows[0]?.folded ?? email;
}

/** Null when too many are in line to be checked. */
async function check(person: Person | null, password: string, mostWaiting: number): Promise<boolean | null> {
  try {
    return await verifyPassword(person?.passwordHash ?? null, password, mostWaiting);
  } catch (error) {
    if (error instanceof QueueFullError) return null;
    throw error;
  }
}

/** Null for someone who was disabled, or given another password, while this one was being checked. */
async function beginSession(
  pool: pg.Pool,
  person: Person,
  { address, userAgent }: RequestInfo,
  earlierSessionId: string | null,
): Promise<string | null> {
  const { id, name, role } = person;
  const sessionId = await inTransaction(pool, async (client) => {
    const current = await lockPerson(client, id);
    if (current?.state !== "active" || current.passwordHash !== person.passwordHash) return null;
    const message = "Signed in again in the same browser";
    if (earlierSessionId) await endSessionOnRecord(client, earlierSessionId, { address, message });
    await appendAudit(client, {
      phase: "event",
      action: SIGN_IN_ACTION,
      outcome: "succeeded",
      actor: { id, name, role },
      target: id,
      address,
    });
    return createSession(client, { personId: id, address, userAgent });
  });
  if (!sessionId) return null;
  await publish(["audit"]);
  log().info({ role, personId: id, address }, "Signed in");
  return sessionId;
}

async function throttle(
  { key }: Allowance,
  throttled: Throttled,
  person: Person | null,
  address: string,
): Promise<SignInOutcome> {
  await recordThrottled({ key, action: SIGN_IN_ACTION, target: person?.id ?? null, address });
  return { is: "throttled", ...throttled };
}

async function refuse(
  person: Person | null,
  address: string,
  message = person?.state === "disabled" ? "The person is disabled" : "Wrong email or password",
): Promise<SignInOutcome> {
  if (person) await recordRefusal(person, address, message);
  else await recordRefused(SIGN_IN_ACTION, address, message);
  log().warn({ personId: person?.id ?? null, address, reason: message }, "Sign-in failed");
  return { is: "refused" };
}

async function recordRefusal({ id }: Person, address: string, message: string): Promise<void> {
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
