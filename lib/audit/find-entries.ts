import "server-only";
import { pool } from "@/lib/db/database";

const MOST_ENTRIES = 100;
/** As the entry panel and the exported file's check write it, too: "1,204", "entry 1204". */
const ENTRY_NUMBER = /^(?:entry |#)?(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})$/i;

/**
 * The entries that a text names by itself: an entry number, a hash, the id of an operation, of a request to the issuer,
 * or the reference of an error that someone was shown. Those written before an action are among them.
 */
export async function findNamedEntries(text: string): Promise<number[]> {
  const number = ENTRY_NUMBER.exec(text)?.[1]?.replaceAll(",", "");
  // Our own ids and hashes are in lower case.
  const spellings = [...new Set([text, text.toLowerCase()])];
  const { rows } = await (await pool()).query<{ seq: string }>(
    `select seq from audit where seq = $1::bigint
     union select seq from audit where hash = any($2)
     union select seq from audit where operation_id = any($2)
     union select seq from audit where body::jsonb #>> '{issuer,requestId}' = any($2)
     union select a.seq from operations o join audit a on a.operation_id = o.id::text
           where o.result #>> '{error,requestId}' = any($2)
     limit ${MOST_ENTRIES}`,
    [number ?? null, spellings],
  );
  return rows.map(({ seq }) => Number(seq));
}
