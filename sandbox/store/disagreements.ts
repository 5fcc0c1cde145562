import type pg from "pg";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import type {
  Disagreement,
  DisagreementChange,
  DisagreementKind,
  DisagreementRequest,
} from "@/lib/domain/settings/disagreements";
import type { IsoDate } from "@/lib/domain/time/calendar";

const SELECTED = `id, kind, file_type as type, date::text as day, row_count as count, changes`;

export async function insertDisagreement(db: pg.Pool, request: DisagreementRequest): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    "insert into disagreements (kind, file_type, date, row_count) values ($1, $2, $3, $4) returning id",
    [request.kind, request.type, request.day ?? null, request.count],
  );
  if (!rows[0]) throw new Error("The disagreement was not stored");
  return rows[0].id;
}

export async function findDisagreement(db: pg.Pool, id: number): Promise<Disagreement | null> {
  const { rows } = await db.query<Disagreement>(`select ${SELECTED} from disagreements where id = $1`, [id]);
  return rows[0] ?? null;
}

/** The oldest first, as they are applied. */
export async function listDisagreements(db: pg.Pool): Promise<Disagreement[]> {
  const { rows } = await db.query<Disagreement>(`select ${SELECTED} from disagreements order by id`);
  return rows;
}

export async function listDisagreementsOf(
  db: pg.Pool,
  type: ReportType,
  days: readonly IsoDate[],
): Promise<Disagreement[]> {
  const { rows } = await db.query<Disagreement>(
    `select ${SELECTED} from disagreements where file_type = $1 and date = any($2::date[]) order by id`,
    [type, days],
  );
  return rows;
}

export async function hasOpenDisagreement(db: pg.Pool, type: ReportType): Promise<boolean> {
  const { rowCount } = await db.query(
    "select 1 from disagreements where file_type = $1 and date is null limit 1",
    [type],
  );
  return rowCount === 1;
}

/** Gives the file the oldest disagreement that has no day yet. */
export async function bindDisagreement(
  db: pg.Pool,
  { type, day, kinds }: { type: ReportType; day: IsoDate; kinds: readonly DisagreementKind[] },
): Promise<void> {
  await db.query(
    `update disagreements set date = $2 where date is null and id = (
       select id from disagreements where file_type = $1 and date is null and kind = any($3)
       order by id limit 1
     )`,
    [type, day, kinds],
  );
}

export async function saveChanges(
  db: pg.Pool,
  id: number,
  changes: readonly DisagreementChange[],
): Promise<void> {
  await db.query("update disagreements set changes = $2 where id = $1", [id, JSON.stringify(changes)]);
}

export async function clearDisagreements(db: pg.Pool): Promise<number> {
  const { rowCount } = await db.query("delete from disagreements");
  return rowCount ?? 0;
}
