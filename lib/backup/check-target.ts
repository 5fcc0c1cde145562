import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type IssuerIdentity, isSameIssuer } from "@/lib/db/issuer-identity";
import { keysFor } from "@/lib/db/keys";
import { env } from "@/lib/env";
import { BackupError } from "./backup-error";
import type { Header } from "./backup-format";

/** Throws if this dashboard would refuse to start on the restored database. */
export function requireSameIssuer({ issuer }: Header, identity: IssuerIdentity): void {
  if (!issuer || isSameIssuer(issuer, identity)) return;
  throw new BackupError(
    `This backup belongs to the ${issuer.mode === "sandbox" ? "sandbox" : `issuer ${issuer.origin}`}, but the settings are for the ${identity.mode === "sandbox" ? "sandbox" : `issuer ${identity.origin}`}. Set CARD_API_URL and CARD_API_KEY as they were when it was taken. If the issuer has a new address, move it after the restore.`,
  );
}

/** Throws if the backup has data that was encrypted with a secret that is not set here. */
export function requireSecrets(keyIds: readonly string[]): void {
  const known = new Set(keysFor("data").map(({ id }) => id));
  const unknown = keyIds.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new BackupError(
      `This backup has data that was encrypted with another secret (key ${unknown.join(", ")}). Set NEXTAUTH_SECRET to the secret of that time, or copy the file secret into DATA_DIR, or add the secret to NEXTAUTH_SECRET_PREVIOUS. If it is lost, add --without-secret: everything else is restored.`,
    );
}

/** Where the secret is that a restored database needs. */
export async function describeSecret(): Promise<string> {
  const { authSecret, dataDir, previousSecrets } = env();
  const path = join(dataDir, "secret");
  const isStored = (await readFile(path, "utf8").catch(() => null)) === authSecret;
  const place = isStored ? `the file ${path}` : "NEXTAUTH_SECRET";
  return previousSecrets.length > 0 ? `${place} and NEXTAUTH_SECRET_PREVIOUS` : place;
}
