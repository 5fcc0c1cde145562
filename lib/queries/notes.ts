import "server-only";
import { pool } from "@/lib/db/database";
import { unsealNote } from "@/lib/db/sealed-note";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import type { Note } from "@/lib/domain/people/note";

const MAX_NOTES = 200;

/** Newest first. Callers must have checked the permission. */
export async function listNotes(subjects: readonly string[]): Promise<Note[]> {
  if (subjects.length === 0) return [];
  const db = await pool();
  const { rows } = await db.query<Omit<Note, "at" | "body"> & { at: Date; sealed: string }>(
    `select n.id, n.subject, n.body as sealed, p.name as person, n.created_at as at
     from notes n join people p on p.id = n.person_id
     where n.subject = any($1) order by n.created_at desc, n.id limit ${MAX_NOTES}`,
    [subjects],
  );
  return rows.map(({ sealed, at, ...note }) => {
    const body = unsealNote(note.id, sealed);
    // Older notes were stored before card numbers were masked.
    return { ...note, body: body === null ? null : maskCardSecrets(body), at: at.toISOString() };
  });
}
