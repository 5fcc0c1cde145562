import "server-only";
import type { Difference } from "@/lib/contract/drift/difference";
import { DRIFT_EFFECTS, type DriftEffect, driftMeaning, driftTitle } from "@/lib/contract/drift/drift-kind";
import { callOf } from "@/lib/contract/drift/finding";
import { pool } from "@/lib/db/database";
import { isStorableDeep } from "@/lib/domain/text/storable-text";

/** Further kinds are not stored, so that an issuer that changes its field names can't fill the table. */
export const MAX_STORED_KINDS = 200;

/** A difference as the connection page shows it. */
export type StoredDrift = {
  key: string;
  title: string;
  call: string;
  field: string;
  effect: DriftEffect;
  meaning: string;
  contract: string;
  example: string;
  seen: number;
  firstAt: Date;
  lastAt: Date;
};

type Row = {
  kind: string;
  endpoint: string;
  field: string;
  value: string;
  effect: string;
  contract: string;
  example: string;
  seen: string;
  firstAt: Date;
  lastAt: Date;
};

export function differenceKey({
  kind,
  endpoint,
  field,
  value,
}: Pick<Row, "kind" | "endpoint" | "field" | "value">) {
  return [endpoint, kind, field, value].join("\n");
}

/** Counts differences that are known, and adds the others while there is room. */
export async function storeDrift(differences: readonly Difference[]): Promise<void> {
  const storable = differences.filter(isStorableDeep);
  if (storable.length === 0) return;
  const db = await pool();
  await db.query(
    `with given as (
       select * from jsonb_to_recordset($1) as g (kind text, endpoint text, field text, value text, effect text,
         contract text, example text, seen bigint)
     ), known as (
       update issuer_drift d set seen = d.seen + g.seen, last_at = now(), effect = g.effect, contract = g.contract
       from given g
       where d.kind = g.kind and d.endpoint = g.endpoint and d.field = g.field and d.value = g.value
       returning d.kind, d.endpoint, d.field, d.value
     )
     insert into issuer_drift (kind, endpoint, field, value, effect, contract, example, seen)
     select kind, endpoint, field, value, effect, contract, example, seen from given
     where (kind, endpoint, field, value) not in (select kind, endpoint, field, value from known)
     limit greatest(0, ${MAX_STORED_KINDS} - (select count(*) from issuer_drift))
     on conflict (kind, endpoint, field, value)
       do update set seen = issuer_drift.seen + excluded.seen, last_at = now()`,
    [JSON.stringify(storable)],
  );
}

/** What breaks the dashboard first, then the newest. */
export async function listDrift(): Promise<StoredDrift[]> {
  const db = await pool();
  const { rows } = await db.query<Row>(
    `select kind, endpoint, field, value, effect, contract, example, seen, first_at as "firstAt", last_at as "lastAt"
     from issuer_drift
     order by array_position($1::text[], effect) nulls last, last_at desc, endpoint, field, kind, value`,
    [DRIFT_EFFECTS],
  );
  return rows.map(({ kind, endpoint, value, seen, ...row }) => {
    const effect = DRIFT_EFFECTS.find((known) => known === row.effect) ?? "shown";
    return {
      ...row,
      key: differenceKey({ kind, endpoint, field: row.field, value }),
      title: driftTitle(kind),
      call: callOf(endpoint),
      effect,
      meaning: driftMeaning(kind, effect),
      seen: Number(seen),
    };
  });
}

/** Returns how many there were. */
export async function clearDrift(): Promise<number> {
  const db = await pool();
  const { rowCount } = await db.query("delete from issuer_drift");
  return rowCount ?? 0;
}
