import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { MAX_WAITING, QueueFullError, verifyPassword } from "@/lib/auth/password";
import { findPerson, lockPerson, type Person } from "@/lib/auth/people";
import type { RequestInfo } from "@/lib/auth/request-info";
import { takeChallenge } from "@/lib/auth/second-factor/challenges";
import { redeemCode } from "@/lib/auth/second-factor/finish-sign-in";
import { passkeySite } from "@/lib/auth/second-factor/passkey-site";
import { redeemPasskey } from "@/lib/auth/second-factor/passkeys";
import type { Actor } from "@/lib/auth/sessions";
import {
  countAttempts,
  passwordConfirmationLimit,
  refundAttempt,
  secondFactorLimits,
  type Throttled,
} from "@/lib/auth/throttle";
import { recordThrottled } from "@/lib/auth/throttle-log";
import { database } from "@/lib/db/database";
import type { PasskeyResponse } from "@/lib/domain/people/passkey-response";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { findConfirmationWays } from "./confirmation-ways";

const ACTION = "session.confirm-identity";

export type Proof =
  | { way: "passkey"; passkey: PasskeyResponse }
  | { way: "code"; code: string }
  | { way: "password"; password: string };

export type Confirmation =
  | { is: "confirmed" }
  | { is: "rejected" }
  | { is: "busy" }
  | { is: "expired" }
  | ({ is: "throttled" } & Throttled);

/** Guesses are counted per account, codes together with those of the sign-in. */
export async function confirmIdentity(
  actor: Actor,
  proof: Proof,
  { address }: Pick<RequestInfo, "address">,
): Promise<Confirmation> {
  const limits =
    proof.way === "password"
      ? [passwordConfirmationLimit(actor.id)]
      : secondFactorLimits(actor.id, proof.way === "code" ? proof.code : null);
  const throttled = await countAttempts(limits);
  if (throttled) {
    await recordThrottled({ key: throttled.key, action: ACTION, target: actor.id, address });
    return { is: "throttled", ...throttled };
  }
  const { pool } = await database();
  const check = await prepareCheck(pool, actor, proof);
  if (check === "busy") {
    await refundAttempt(...limits);
    return { is: "busy" };
  }
  const outcome = await inTransaction(pool, (client) => record(client, actor, proof.way, check, address));
  if (outcome.is === "confirmed") await refundAttempt(...limits);
  await publish(["audit"]);
  log().info({ personId: actor.id, address, outcome: outcome.is }, "Identity confirmation");
  return outcome;
}

type Check = (client: pg.ClientBase, person: Person) => Promise<boolean>;

/** What can't be in the transaction: hashing takes long, and a passkey's challenge is used up even by a rollback. */
async function prepareCheck(pool: pg.Pool, { id, sessionId }: Actor, proof: Proof): Promise<Check | "busy"> {
  if (proof.way === "code")
    return async (client, person) => (await redeemCode(client, person.id, proof.code)) !== null;
  if (proof.way === "passkey") return preparePasskey(sessionId, proof.passkey);
  const hash = (await findPerson(pool, id))?.passwordHash ?? null;
  try {
    const isCorrect = await verifyPassword(hash, proof.password, MAX_WAITING.others);
    return async (_, person) => isCorrect && hash !== null && hash === person.passwordHash;
  } catch (error) {
    if (error instanceof QueueFullError) return "busy";
    throw error;
  }
}

async function preparePasskey(sessionId: string, response: PasskeyResponse): Promise<Check> {
  const challenge = await takeChallenge({ purpose: "confirm", sessionId });
  const site = passkeySite();
  return async (client, person) =>
    challenge !== null &&
    site.works &&
    (await redeemPasskey(client, person.id, { response, challenge, site }));
}

const AUDIT_MESSAGES: Record<Proof["way"], string> = {
  passkey: "With a passkey",
  code: "With a code",
  password: "With the password",
};

async function record(
  client: pg.ClientBase,
  actor: Actor,
  way: Proof["way"],
  check: Check,
  address: string,
): Promise<Confirmation> {
  // Locked before the session, in the same order as everywhere else.
  const person = await lockPerson(client, actor.id);
  const { rowCount } = await client.query(
    "select from sessions where id = $1 and revoked_at is null for update",
    [actor.sessionId],
  );
  // Before the code is used up and recorded.
  if (person?.state !== "active" || !rowCount) return { is: "expired" };
  const ways = await findConfirmationWays(client, person.id);
  const isCorrect = ways.includes(way) && (await check(client, person));
  await appendAudit(client, {
    phase: "event",
    action: ACTION,
    outcome: isCorrect ? "succeeded" : "denied",
    actor: { id: person.id, name: person.name, role: person.role },
    target: person.id,
    message: AUDIT_MESSAGES[way],
    address,
  });
  if (!isCorrect) return { is: "rejected" };
  await client.query("update sessions set confirmed_at = now(), last_seen_at = now() where id = $1", [
    actor.sessionId,
  ]);
  return { is: "confirmed" };
}
