import "server-only";
import { createHash } from "node:crypto";
import type pg from "pg";
import { maskCardSecrets, maskCardSecretsInId } from "@/lib/domain/cards/card-secrets";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import { maskPersonalData } from "@/lib/domain/text/masking";
import { withChildSpan } from "@/lib/tracing/span";
import type { AuditEntry } from "./entry";
import { shortenLists } from "./shorten-lists";

export type NewEntry = Pick<AuditEntry, "phase" | "action" | "outcome"> & Partial<AuditEntry>;

/**
 * Appends one row to the chain within the caller's transaction. The head's row stays locked until that transaction
 * ends, so concurrent writers are serialized and the numbers have no gaps.
 */
export function appendAudit(client: pg.ClientBase, entry: NewEntry): Promise<number> {
  const attributes = { "cardwell.action": entry.action, "cardwell.audit.phase": entry.phase };
  return withChildSpan({ name: "audit row", attributes }, async (span) => {
    const seq = await insertRow(client, entry);
    span?.set({ "cardwell.audit.seq": seq });
    return seq;
  });
}

async function insertRow(client: pg.ClientBase, entry: NewEntry): Promise<number> {
  const { rows } = await client.query<{ seq: string; hash: string }>(
    "select seq, hash from audit_head for update",
  );
  const [head] = rows;
  if (!head) throw new Error("The audit log has no head");
  const seq = Number(head.seq) + 1;
  const body = canonicalJson(withDefaults(entry));
  const hash = chainHash(head.hash, seq, body);
  await client.query("insert into audit (seq, body, hash) values ($1, $2, $3)", [seq, body, hash]);
  await client.query("update audit_head set seq = $1, hash = $2", [seq, hash]);
  return seq;
}

export function chainHash(previous: string, seq: number, body: string): string {
  return createHash("sha256").update(`${previous}\n${seq}\n${body}`).digest("hex");
}

/** Masks personal data and limits the size here, so that no caller can forget to. */
function withDefaults(entry: NewEntry): AuditEntry {
  return {
    atMs: Date.now(),
    operationId: null,
    actor: null,
    issuer: null,
    durationMs: null,
    address: null,
    ...entry,
    target: entry.target ? maskCardSecretsInId(entry.target) : null,
    message: entry.message ? maskCardSecrets(entry.message) : null,
    input: toRecorded(entry.input),
    before: toRecorded(entry.before),
    after: toRecorded(entry.after),
  };
}

function toRecorded(value: unknown): unknown {
  return shortenLists(maskPersonalData(value ?? null));
}
