import "server-only";
import { createHash, randomInt } from "node:crypto";
import type pg from "pg";

export const RECOVERY_CODES = 10;

/** Without letters and digits that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
/** 24 letters are 118 bits. From 112 bits on, a plain hash can't be reversed by guessing. */
const GROUPS = 4;
const GROUP_LENGTH = 6;

/** Replaces the person's codes. They are shown once: only their hashes are stored, which their length makes safe. */
export async function replaceRecoveryCodes(client: pg.ClientBase, personId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createCode);
  await client.query("delete from recovery_codes where person_id = $1", [personId]);
  await client.query("insert into recovery_codes (code_hash, person_id) select unnest($1::text[]), $2", [
    codes.map((code) => hashOf(personId, code)),
    personId,
  ]);
  return codes;
}

/** Returns false if the code is wrong or was used. */
export async function redeemRecoveryCode(
  client: pg.ClientBase,
  personId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    "update recovery_codes set used_at = now() where code_hash = $1 and person_id = $2 and used_at is null",
    [hashOf(personId, code), personId],
  );
  return Boolean(rowCount);
}

export async function countRecoveryCodes(db: pg.Pool | pg.ClientBase, personId: string): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    `select count(*)::int as left from recovery_codes where person_id = $1 and used_at is null`,
    [personId],
  );
  return rows[0]?.left ?? 0;
}

function createCode(): string {
  const letters = Array.from({ length: GROUPS * GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(""),
  );
  return groups.join("-");
}

/** However the person types it: with or without dashes and spaces, in any letter case. */
function hashOf(personId: string, code: string): string {
  const letters = code.toLowerCase().replace(/[^a-z0-9]/g, "");
  return createHash("sha256").update(`${personId}:${letters}`).digest("hex");
}
