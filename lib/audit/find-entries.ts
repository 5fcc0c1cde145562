import "server-only";
import { pool } from "@/lib/db/database";

const MAX_ENTRIES = 100;
/** Also accepts the formats of the entry panel and of the export verification: "1,204", "entry 1204". */
const ENTRY_NUMBER = /^(?:entry |#)?(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})$/i;

/**
 * Finds entries by an exact reference: an entry number, a hash, an operation ID, the ID of a request to the issuer, or
 * the request ID of an error. Entries with the phase "begin" are included.
 */
export async function findEntriesByReference(text: string): Promise<number[]> {
  const number = ENTRY_NUMBER.exec(text)?.[1]?.replaceAll(",", "");
  // Our own IDs and hashes are lowercase.
  const spellings = [...new Set([text, text.toLowerCase()])];
  const { rows } = await (await pool()).query<{ seq: string }>(
    `select seq from audit where seq = $1::bigint
     union select seq from audit where hash = any($2)
     union select seq from audit where operation_id = any($2)
     union select seq from audit where body::jsonb #>> '{issuer,requestId}' = any($2)
     union select a.seq from operations o join audit a on a.operation_id = o.id::text
           where o.result #>> '{error,requestId}' = any($2)
     limit ${MAX_ENTRIES}`,
    [number ?? null, spellings],
  );
  return rows.map(({ seq }) => Number(seq));
}
