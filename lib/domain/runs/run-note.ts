import { isUuid } from "@/lib/domain/text/uuid";

/** What the audit entry of each card of a run says. */
export function runNote(runId: string): string {
  return `Bulk run ${runId}.`;
}

const RUN_NOTE = /\bBulk run ([0-9a-f-]{36})\./;

export function findRunInNote(note: string | null): string | null {
  const id = note && RUN_NOTE.exec(note)?.[1];
  return id && isUuid(id) ? id : null;
}
