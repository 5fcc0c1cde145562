import "server-only";
import type pg from "pg";
import type { Period } from "@/lib/domain/reconciliation/period";
import type { SignOff, SignOffChange, SignOffEvidence } from "@/lib/domain/reconciliation/sign-off";
import type { IsoDate } from "@/lib/domain/time/calendar";

type Reader = pg.Pool | pg.ClientBase;

type Row = Omit<SignOff, "signedAt" | "stale" | "reopened"> & {
  period: "day" | "month";
  date: IsoDate;
  signedAt: Date;
  staleSince: Date | null;
  staleReasons: SignOffChange[] | null;
  reopenedAt: Date | null;
  reopenedBy: string | null;
  reopenReason: string | null;
};

export type ListedSignOff = SignOff & Pick<Row, "period" | "date">;

/** Those of one period, the newest first. */
export function listSignOffs(db: Reader, { kind, from }: Period): Promise<ListedSignOff[]> {
  return select(db, "o.period = $1 and o.date = $2 order by o.signed_at desc, o.id", [kind, from]);
}

/** Those of a month and its days, in the order in which they were made. */
export function listSignOffsWithin(db: Reader, { from, to }: Period): Promise<ListedSignOff[]> {
  return select(db, "o.date between $1 and $2 order by o.signed_at, o.period, o.date, o.id", [from, to]);
}

async function select(db: Reader, condition: string, values: readonly unknown[]): Promise<ListedSignOff[]> {
  const { rows } = await db.query<Row & { evidence: SignOffEvidence }>(
    `select o.id, o.period, to_char(o.date, 'YYYY-MM-DD') as date, p.name as person, s.name as "secondPerson",
            o.signed_at as "signedAt", o.evidence, o.stale_since as "staleSince", o.stale_reasons as "staleReasons",
            o.reopened_at as "reopenedAt", r.name as "reopenedBy", o.reopen_reason as "reopenReason"
     from sign_offs o join people p on p.id = o.person_id
     left join people s on s.id = o.second_person_id left join people r on r.id = o.reopened_by
     where ${condition}`,
    [...values],
  );
  return rows.map(toSignOff);
}

function toSignOff({
  signedAt,
  staleSince,
  staleReasons,
  reopenedAt,
  reopenedBy,
  reopenReason,
  ...signOff
}: Row): ListedSignOff {
  return {
    ...signOff,
    signedAt: signedAt.toISOString(),
    stale: staleSince && { since: staleSince.toISOString(), changes: staleReasons ?? [] },
    reopened: reopenedAt && {
      at: reopenedAt.toISOString(),
      by: reopenedBy ?? "",
      reason: reopenReason ?? "",
    },
  };
}
