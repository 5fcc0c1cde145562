import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { deviceCookie } from "@/lib/auth/device-cookie";
import { findPerson, lockPerson, type Person } from "@/lib/auth/people";
import { announceSignIn, type ReadCookie, recordSignIn } from "@/lib/auth/record-sign-in";
import type { RequestInfo } from "@/lib/auth/request-info";
import { countAttempts, refundAttempt, secondFactorLimits, type Throttled } from "@/lib/auth/throttle";
import { recordThrottled } from "@/lib/auth/throttle-log";
import { database } from "@/lib/db/database";
import type { PasskeyResponse } from "@/lib/domain/people/passkey-response";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { sendMails } from "@/lib/mail/send-mails";
import { count } from "@/lib/metrics/record";
import { inTransaction } from "@/lib/postgres/open-database";
import { redeemAuthenticatorCode } from "./authenticators";
import { takeChallenge } from "./challenges";
import { passkeySite } from "./passkey-site";
import { redeemPasskey } from "./passkeys";
import { redeemRecoveryCode } from "./recovery-codes";
import { warnOfKnownPassword } from "./warn-of-known-password";

const ACTION = "session.confirm";
/** After that, the password is needed again. */
const PENDING_MINUTES = 10;

const IS_PENDING = `id = $1 and needs_factor and revoked_at is null
  and created_at > now() - interval '${PENDING_MINUTES} minutes'`;

/** Whose password was entered in this session, if only the second factor is missing. */
export async function findPendingPerson(sessionId: string): Promise<Person | null> {
  const { pool } = await database();
  const { rows } = await pool.query<{ person_id: string }>(
    `select person_id from sessions where ${IS_PENDING}`,
    [sessionId],
  );
  const person = rows[0] && (await findPerson(pool, rows[0].person_id));
  return person?.state === "active" ? person : null;
}

type UsedFactor = "authenticator" | "recovery-code" | "passkey";

/** What the person gives as the second factor. */
export type Proof = { code: string } | { passkey: PasskeyResponse };

export type FinishedSignIn =
  /** The session has a new ID, so that a cookie that was copied before the second factor opens nothing. */
  | { is: "signed-in"; with: UsedFactor; sessionId: string; device: ReturnType<typeof deviceCookie> }
  | { is: "rejected" }
  | { is: "expired" }
  | ({ is: "throttled" } & Throttled);

type SecondRequest = Pick<RequestInfo, "address" | "userAgent">;

/** Signs in with a code of an authenticator app, a recovery code, or a passkey. Each code and challenge works once. */
export async function finishSignIn(
  sessionId: string,
  proof: Proof,
  request: SecondRequest,
  readCookie: ReadCookie = () => undefined,
): Promise<FinishedSignIn> {
  const outcome = await checkFactor(sessionId, proof, request, readCookie);
  count("cardwell_sign_ins_total", { method: "second-factor", result: outcome.is });
  return outcome;
}

async function checkFactor(
  sessionId: string,
  proof: Proof,
  request: SecondRequest,
  readCookie: ReadCookie,
): Promise<FinishedSignIn> {
  const { address } = request;
  const pending = await findPendingPerson(sessionId);
  if (!pending) return { is: "expired" };
  const limits = secondFactorLimits(pending.id, "code" in proof ? proof.code : null);
  const { pool } = await database();
  const throttled = await countAttempts(limits);
  if (throttled) {
    await recordThrottled({ key: throttled.key, action: ACTION, target: pending.id, address });
    await inTransaction(pool, (client) => warnOfKnownPassword(client, pending.id, request));
    await sendMails();
    await publish([`person:${pending.id}`]);
    return { is: "throttled", ...throttled };
  }
  const redeem = await prepareProof(sessionId, pending.id, proof);
  const outcome = await inTransaction(pool, (client) =>
    confirm(client, { sessionId, personId: pending.id, readCookie }, redeem, request),
  );
  log().info({ personId: pending.id, address, outcome: outcome.is }, "Second factor");
  if (outcome.is === "signed-in") {
    await refundAttempt(...limits);
    await announceSignIn(pending, request);
  } else {
    await sendMails();
    await publish(["audit", `person:${pending.id}`]);
  }
  return outcome;
}

async function confirm(
  client: pg.ClientBase,
  { sessionId, personId, readCookie }: { sessionId: string; personId: string; readCookie: ReadCookie },
  redeem: Redeem,
  request: SecondRequest,
): Promise<FinishedSignIn> {
  // Locked before the session, in the same order as everywhere else.
  const person = await lockPerson(client, personId);
  const { rowCount } = await client.query(`select from sessions where ${IS_PENDING} for update`, [sessionId]);
  // Before the code is used up and recorded.
  if (person?.state !== "active" || !rowCount) return { is: "expired" };
  const usedFactor = await redeem(client);
  const message = usedFactor && AUDIT_MESSAGES[usedFactor];
  const actor = { id: person.id, name: person.name, role: person.role };
  const entry = {
    phase: "event",
    action: ACTION,
    actor,
    target: personId,
    address: request.address,
    message,
  } as const;
  await appendAudit(client, { ...entry, outcome: usedFactor ? "succeeded" : "denied" });
  if (!usedFactor) {
    await warnOfKnownPassword(client, personId, request);
    return { is: "rejected" };
  }
  const newSessionId = randomUUID();
  await client.query("delete from passkey_challenges where session_id = $1", [sessionId]);
  await client.query(
    "update sessions set id = $2, needs_factor = false, last_seen_at = now(), confirmed_at = now() where id = $1",
    [sessionId, newSessionId],
  );
  await recordSignIn(client, person, request, { sessionId: newSessionId, readCookie });
  return { is: "signed-in", with: usedFactor, sessionId: newSessionId, device: deviceCookie(person) };
}

const AUDIT_MESSAGES: Record<UsedFactor, string | null> = {
  authenticator: null,
  "recovery-code": "With a recovery code",
  passkey: "With a passkey",
};

type Redeem = (client: pg.ClientBase) => Promise<UsedFactor | null>;

/** A passkey's challenge is used up even if the transaction that checks the answer is rolled back. */
async function prepareProof(sessionId: string, personId: string, proof: Proof): Promise<Redeem> {
  if ("code" in proof) return (client) => redeemCode(client, personId, proof.code);
  const challenge = await takeChallenge({ purpose: "confirm", sessionId });
  const site = passkeySite();
  return async (client) =>
    challenge &&
    site.works &&
    (await redeemPasskey(client, personId, { response: proof.passkey, challenge, site }))
      ? "passkey"
      : null;
}

/** Which factor the code belongs to; it then can't be used again. */
export async function redeemCode(
  client: pg.ClientBase,
  personId: string,
  code: string,
): Promise<UsedFactor | null> {
  if (await redeemAuthenticatorCode(client, personId, code)) return "authenticator";
  return (await redeemRecoveryCode(client, personId, code)) ? "recovery-code" : null;
}
