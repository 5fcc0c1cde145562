import "server-only";
import { randomUUID } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import type { NewPasskeyResponse, PasskeyResponse } from "@/lib/domain/people/passkey-response";
import { log } from "@/lib/log";
import { CHALLENGE_MINUTES } from "./challenges";
import type { PasskeySite } from "./passkey-site";

export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

/** More are a mistake. */
export const MAX_PASSKEYS = 10;

type WorkingSite = Extract<PasskeySite, { works: true }>;

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;

/** Loaded when it is needed: it brings parsers for every format of certificates. */
const loadLibrary = () => import("@simplewebauthn/server");

/** Every passkey can also sign in alone, so it has to be found without a name and to check who holds it. */
export async function creationOptions(
  person: { id: string; email: string; name: string },
  { domain }: WorkingSite,
  challenge: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary();
  const known = await listCredentials(person.id);
  return generateRegistrationOptions({
    rpName: "Cardwell",
    rpID: domain,
    userID: toUserId(person.id),
    userName: person.email,
    userDisplayName: person.name,
    challenge: Buffer.from(challenge, "base64url"),
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Without a person, the browser offers all passkeys of this site. */
export async function requestOptions(
  personId: string | null,
  { domain }: WorkingSite,
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const known = personId === null ? [] : await listCredentials(personId);
  return generateAuthenticationOptions({
    rpID: domain,
    challenge: Buffer.from(challenge, "base64url"),
    timeout: TIMEOUT_MS,
    allowCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    userVerification: "required",
  });
}

/** Returns false if the response doesn't answer the challenge, or the passkey is already known. */
export async function addPasskey(
  client: pg.ClientBase,
  personId: string,
  name: string,
  answer: { response: NewPasskeyResponse; challenge: string; site: WorkingSite },
): Promise<boolean> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const verified = await verifyRegistrationResponse({
    ...expectation(answer),
    response: answer.response as RegistrationResponseJSON,
  }).catch(explainRejection);
  if (!verified?.verified) return false;
  const { credential } = verified.registrationInfo;
  const { rowCount } = await client.query(
    `insert into passkeys (id, person_id, name, credential_id, public_key, counter, transports)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [
      randomUUID(),
      personId,
      name,
      credential.id,
      Buffer.from(credential.publicKey),
      credential.counter,
      credential.transports ?? [],
    ],
  );
  return Boolean(rowCount);
}

export async function findPasskeyOwner(credentialId: string): Promise<string | null> {
  const db = await pool();
  const { rows } = await db.query<{ personId: string }>(
    `select person_id as "personId" from passkeys where credential_id = $1`,
    [credentialId],
  );
  return rows[0]?.personId ?? null;
}

/**
 * Returns false if the passkey is not the person's, the signature is wrong, or its counter didn't advance: then it may
 * have been copied. The row is locked, so that two answers can't advance the counter at the same time.
 */
export async function redeemPasskey(
  client: pg.ClientBase,
  personId: string,
  answer: { response: PasskeyResponse; challenge: string; site: WorkingSite },
): Promise<boolean> {
  const { response } = answer;
  const { rows } = await client.query<{ id: string; publicKey: Buffer; counter: string }>(
    `select id, public_key as "publicKey", counter from passkeys
     where credential_id = $1 and person_id = $2 for update`,
    [response.id, personId],
  );
  const [passkey] = rows;
  const { userHandle } = response.response;
  if (!passkey || (userHandle && userHandle !== Buffer.from(toUserId(personId)).toString("base64url")))
    return false;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const verified = await verifyAuthenticationResponse({
    ...expectation(answer),
    response: response as AuthenticationResponseJSON,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).catch(explainRejection);
  if (!verified?.verified) return false;
  await client.query("update passkeys set counter = $2, last_used_at = now() where id = $1", [
    passkey.id,
    verified.authenticationInfo.newCounter,
  ]);
  return true;
}

export async function listPasskeys(db: pg.Pool | pg.ClientBase, personId: string): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey>(
    `select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys
     where person_id = $1 order by created_at, id`,
    [personId],
  );
  return rows;
}

export async function hasPasskey(personId: string): Promise<boolean> {
  return (await listCredentials(personId)).length > 0;
}

async function listCredentials(personId: string) {
  const db = await pool();
  const { rows } = await db.query<{ credentialId: string; transports: string[] }>(
    `select credential_id as "credentialId", transports from passkeys where person_id = $1 order by created_at, id`,
    [personId],
  );
  return rows;
}

function expectation({ challenge, site }: { challenge: string; site: WorkingSite }) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.domain,
    requireUserVerification: true,
  };
}

/** The library throws for each thing that is wrong with a response. */
function explainRejection(error: unknown): null {
  log().warn({ reason: error instanceof Error ? error.message : String(error) }, "Passkey rejected");
  return null;
}

/** The bytes of the person's ID: random, and without a name. */
function toUserId(personId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(personId.replaceAll("-", ""), "hex"));
}
