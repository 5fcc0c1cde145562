import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { MAX_WAITING, QueueFullError, verifyPassword } from "@/lib/auth/password";
import { findPerson, lockPerson } from "@/lib/auth/people";
import type { RequestInfo } from "@/lib/auth/request-info";
import { redeemCode } from "@/lib/auth/second-factor/finish-sign-in";
import type { Actor } from "@/lib/auth/sessions";
import {
  countAttempt,
  passwordConfirmationLimit,
  refundAttempt,
  secondFactorLimit,
  type Throttled,
} from "@/lib/auth/throttle";
import { recordThrottled } from "@/lib/auth/throttle-log";
import { database } from "@/lib/db/database";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { findConfirmationWays } from "./confirmation-ways";

const ACTION = "session.confirm-identity";

export type Proof = { way: "code"; code: string } | { way: "password"; password: string };

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
  const limit = proof.way === "code" ? secondFactorLimit(actor.id) : passwordConfirmationLimit(actor.id);
  const throttled = await countAttempt(limit);
  if (throttled) {
    await recordThrottled({ key: limit.key, action: ACTION, target: actor.id, address });
    return { is: "throttled", ...throttled };
  }
  const { pool } = await database();
  // Not in the transaction, because hashing takes long.
  const checked = proof.way === "password" ? await checkPassword(pool, actor.id, proof.password) : null;
  if (checked === "busy") {
    await refundAttempt(limit);
    return { is: "busy" };
  }
  const outcome = await inTransaction(pool, (client) => record(client, actor, proof, checked, address));
  if (outcome.is === "confirmed") await refundAttempt(limit);
  await publish(["audit"]);
  log().info({ personId: actor.id, address, outcome: outcome.is }, "Identity confirmation");
  return outcome;
}

type CheckedPassword = { correctHash: string | null } | "busy";

async function checkPassword(pool: pg.Pool, personId: string, password: string): Promise<CheckedPassword> {
  const hash = (await findPerson(pool, personId))?.passwordHash ?? null;
  try {
    return { correctHash: (await verifyPassword(hash, password, MAX_WAITING.others)) ? hash : null };
  } catch (error) {
    if (error instanceof QueueFullError) return "busy";
    throw error;
  }
}

async function record(
  client: pg.ClientBase,
  actor: Actor,
  proof: Proof,
  checked: { correctHash: string | null } | null,
  address: string,
): Promise<Confirmation> {
  // Locked before the session, in the same order as everywhere else.
  const person = await lockPerson(client, actor.id);
  if (person?.state !== "active") return { is: "expired" };
  const ways = await findConfirmationWays(client, person.id);
  const isCorrect =
    ways.includes(proof.way) &&
    (proof.way === "code"
      ? (await redeemCode(client, person.id, proof.code)) !== null
      : checked?.correctHash != null && checked.correctHash === person.passwordHash);
  await appendAudit(client, {
    phase: "event",
    action: ACTION,
    outcome: isCorrect ? "succeeded" : "denied",
    actor: { id: person.id, name: person.name, role: person.role },
    target: person.id,
    message: proof.way === "code" ? "With a code" : "With the password",
    address,
  });
  if (!isCorrect) return { is: "rejected" };
  const { rowCount } = await client.query(
    "update sessions set confirmed_at = now(), last_seen_at = now() where id = $1 and revoked_at is null",
    [actor.sessionId],
  );
  return rowCount ? { is: "confirmed" } : { is: "expired" };
}
