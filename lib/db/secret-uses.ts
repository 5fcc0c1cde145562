import "server-only";
import type pg from "pg";
import type { SecretUse } from "@/lib/domain/settings/previous-secrets";
import { keysFor } from "./keys";

/** Records that this copy signs and encrypts with the current secret now. */
export async function recordSecretUse(db: pg.Pool): Promise<void> {
  await db.query(
    "insert into secret_uses (key_id) values ($1) on conflict (key_id) do update set last_used_at = now()",
    [keysFor("data")[0].id],
  );
}

/** When the copies on this database used the configured secrets. */
export async function readSecretUses(
  db: pg.Pool,
): Promise<{ current: SecretUse | null; previous: (SecretUse | null)[] }> {
  const { rows } = await db.query<SecretUse & { id: string }>(
    `select key_id as id, first_used_at as "firstUsedAt", last_used_at as "lastUsedAt" from secret_uses`,
  );
  const [current, ...previous] = keysFor("data").map(({ id }) => rows.find((row) => row.id === id) ?? null);
  return { current: current ?? null, previous };
}
