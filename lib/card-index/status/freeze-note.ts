import "server-only";
import type { CardDetail } from "@/lib/contract/card";
import { pool } from "@/lib/db/database";
import { unsealNote } from "@/lib/db/sealed-note";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import type { CheckedStatus } from "@/lib/domain/cards/card-status";
import type { FreezeNote } from "@/lib/domain/people/note";

type NotedCard = Pick<CardDetail, "id" | "externalCustomerId" | "status">;
type Freeze = Pick<CheckedStatus, "since" | "change">;
type NoteRow = Omit<FreezeNote, "at" | "body"> & { at: Date; sealed: string };

/**
 * The note to read before unfreezing: the newest since the freeze, on the card or its customer; a colleague's comes
 * before the viewer's own. Callers must have checked that the viewer may read the card.
 */
export async function findFreezeNote(
  card: NotedCard,
  freeze: Freeze,
  viewerId: string,
): Promise<FreezeNote | null> {
  if (card.status !== "FROZEN") return null;
  const { rows } = await (await pool()).query<NoteRow>(
    `select n.id, n.body as sealed, p.name as person, n.created_at as at, n.person_id = $3 as "isYours",
            (count(*) over ())::int as total
     from notes n join people p on p.id = n.person_id
     where n.subject = any($1) and ($2::timestamptz is null or n.created_at >= $2)
     order by n.person_id = $3, n.created_at desc, n.id limit 1`,
    [[`card:${card.id}`, `customer:${card.externalCustomerId}`], frozenAt(freeze), viewerId],
  );
  const [row] = rows;
  if (!row) return null;
  const { sealed, at, ...note } = row;
  const body = unsealNote(note.id, sealed);
  return { ...note, body: body === null ? null : maskCardSecrets(body), at: at.toISOString() };
}

/** The earlier of the index's and the audit log's time, so that no note is missed; null if neither has one. */
function frozenAt({ since, change }: Freeze): string | null {
  const changedAt = change?.isCertain ? change.at : null;
  if (since === null || changedAt === null) return since ?? changedAt;
  return since < changedAt ? since : changedAt;
}
