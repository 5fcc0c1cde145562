import "server-only";
import type pg from "pg";
import { z } from "zod";
import type { Instance, InstanceMinute } from "@/lib/domain/instances/instance-minute";
import { MEASURE_NAMES, type MinuteValues } from "@/lib/domain/instances/measures";

export type NewMinute = Omit<InstanceMinute, "writtenAt">;

/** Replaces what the copy wrote earlier about the same minute. */
export async function writeMinutes(db: pg.Pool, minutes: readonly NewMinute[]): Promise<void> {
  await db.query(
    `insert into instance_minutes (instance, minute, host, pid, version, build, started_at, measured, is_last)
     select * from jsonb_to_recordset($1) as m (instance uuid, minute timestamptz, host text, pid integer,
       version text, build text, started_at timestamptz, measured jsonb, is_last boolean)
     on conflict (instance, minute) do update set measured = excluded.measured,
       is_last = excluded.is_last, written_at = now()`,
    [
      JSON.stringify(
        minutes.map(({ instance: { id, startedAt, ...rest }, minute, values, isLast }) => ({
          ...rest,
          instance: id,
          started_at: startedAt,
          minute,
          measured: values,
          is_last: isLast,
        })),
      ),
    ],
  );
}

/** Of another version, which may have had other measures. */
const Measured = z.record(z.string(), z.number().nullable());

type Row = Omit<Instance, "startedAt"> & {
  startedAt: Date;
  minute: Date;
  writtenAt: Date;
  measured: unknown;
  isLast: boolean;
};

/** The minutes of all copies in about the last hour, and the time by the clock of the database. */
export async function readMinutes(db: pg.Pool): Promise<{ readAt: Date; minutes: InstanceMinute[] }> {
  const { rows: clock } = await db.query<{ readAt: Date }>('select now() as "readAt"');
  const { rows } = await db.query<Row>(
    `select instance as id, minute, host, pid, version, build, started_at as "startedAt",
            written_at as "writtenAt", measured, is_last as "isLast"
     from instance_minutes where minute >= now() - interval '62 minutes' order by minute`,
  );
  return { readAt: clock[0]?.readAt ?? new Date(), minutes: rows.map(toMinute) };
}

function toMinute({ minute, writtenAt, measured, isLast, startedAt, ...instance }: Row): InstanceMinute {
  const known = Measured.catch({}).parse(measured);
  return {
    instance: { ...instance, startedAt: startedAt.toISOString() },
    minute: minute.toISOString(),
    writtenAt: writtenAt.toISOString(),
    values: Object.fromEntries(MEASURE_NAMES.map((name) => [name, known[name] ?? null])) as MinuteValues,
    isLast,
  };
}
