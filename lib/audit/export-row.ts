import { csvLines } from "@/lib/csv/write-csv";
import { type CellRow, textCell, timeCell } from "@/lib/domain/exports/cell";
import { auditList } from "@/lib/lists/audit-list";
import { type FileValues, fileColumns } from "@/lib/lists/list";
import type { ChainedRow } from "./walk";

/** `lib/audit/verify-export.ts` rebuilds the row from its record, so changing a value breaks earlier exports. */
const VALUES: FileValues<typeof auditList, ChainedRow> = {
  entry: ({ seq }) => seq,
  phase: ({ phase }) => phase,
  at_utc: ({ atMs }) => timeCell(new Date(atMs)),
  action: ({ action }) => action,
  outcome: ({ outcome }) => outcome,
  person: ({ actor }) => textCell(actor?.name),
  role: ({ actor }) => actor?.role,
  target: ({ target }) => textCell(target),
  message: ({ message }) => message,
  issuer_status: ({ issuer }) => issuer?.status,
  issuer_code: ({ issuer }) => issuer?.code,
  issuer_request_id: ({ issuer }) => textCell(issuer?.requestId),
  duration_ms: ({ durationMs }) => durationMs,
  address: ({ address }) => address,
  operation_id: ({ operationId }) => operationId,
  input: ({ input }) => asJson(input),
  before: ({ before }) => asJson(before),
  after: ({ after }) => asJson(after),
  previous_hash: ({ previousHash }) => previousHash,
  hash: ({ hash }) => hash,
  record: ({ body }) => escapeSeparators(body),
};

export const EXPORT_COLUMNS = fileColumns(auditList);

export const EXPORT_HEADER = csvLines([EXPORT_COLUMNS]);

export function exportLine(row: ChainedRow): string {
  return csvLines([exportCells(row)]);
}

export function exportCells(row: ChainedRow): CellRow {
  return EXPORT_COLUMNS.map((column) => VALUES[column](row));
}

function asJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Uses JSON escapes, because the CSV writer would otherwise alter text after a separator to prevent formula injection. */
function escapeSeparators(json: string): string {
  return json.replace(
    /[;|\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
