import "server-only";
import { pool } from "@/lib/db/database";
import type { Note } from "@/lib/domain/note";

const SHOWN = 200;

/** What people wrote about these subjects, newest first. For pages, which have asked for permission already. */
export async function listNotes(subjects: readonly string[]): Promise<Note[]> {
  if (subjects.length === 0) return [];
  const db = await pool();
  const { rows } = await db.query<Omit<Note, "at"> & { at: Date }>(
    `select n.id, n.subject, n.body, p.name as person, n.created_at as at
     from notes n join people p on p.id = n.person_id
     where n.subject = any($1) order by n.created_at desc, n.id limit ${SHOWN}`,
    [subjects],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
