import "server-only";
import type pg from "pg";
import type { z } from "zod";
import { sealNoteText, unsealNoteText } from "@/lib/db/sealed-note-text";
import { can, ROLES } from "@/lib/domain/people/permissions";
import type { BatchOutcome, SkipReason } from "@/lib/domain/reconciliation/exception";
import type { ExceptionScope, NewState } from "@/lib/domain/reconciliation/exception-work";
import { BEFORE } from "./apply-rules";
import { exceptionConditions, FINGERPRINT } from "./exception-filter";

/**
 * An action on exceptions first chooses them (`chosen`, with the version that the person saw), then sets what they
 * shall be, and then applies it. What changed since is skipped and counted, and never stops the others.
 */
const CHOSEN = `e.id, e.version as seen, e.state, e.reason, e.note, e.owner_id, e.rule_id`;
// In one order, so that two actions on the same exceptions wait for each other instead of deadlocking.
const LOCKED = "order by e.id for update of e";

export type Chosen = { asked: number };

/** Null if the exceptions that match the filter aren't those that the person confirmed. */
export async function chooseExceptions(client: pg.ClientBase, scope: ExceptionScope): Promise<Chosen | null> {
  if ("items" in scope) {
    const { items } = scope;
    await client.query(
      `create temporary table chosen on commit drop as
       select ${CHOSEN.replace("e.version", "i.version")}
       from reconciliation_exceptions e join unnest($1::uuid[], $2::int[]) i (id, version) on i.id = e.id ${LOCKED}`,
      [items.map(({ id }) => id), items.map(({ version }) => version)],
    );
    return { asked: items.length };
  }
  const conditions = exceptionConditions(scope.filter);
  await client.query(
    `create temporary table chosen on commit drop as
     select ${CHOSEN} from reconciliation_exceptions e where ${conditions} ${LOCKED}`,
    conditions.values,
  );
  const { rows } = await client.query<{ count: number; fingerprint: string }>(
    `select ${FINGERPRINT.replaceAll("e.version", "e.seen")} from chosen e`,
  );
  const isAsSeen = rows[0]?.count === scope.seen.count && rows[0]?.fingerprint === scope.seen.fingerprint;
  return isAsSeen ? { asked: scope.seen.count } : null;
}

/** Chooses what a batch changed, to be what it was before, but without an owner or a rule that is no longer active. */
export async function chooseBatch(client: pg.ClientBase, batchId: string): Promise<Chosen> {
  const { rowCount } = await client.query(
    `create temporary table chosen on commit drop as
     select e.id, h.version as seen, h.before->>'state' as state, h.before->>'reason' as reason,
            coalesce(h.note_before, h.before->>'note', '') as note,
            (select id from people
             where id = (h.before->>'ownerId')::uuid and state = 'active' and role = any($2)) as owner_id,
            (select id from reconciliation_rules
             where id = (h.before->>'ruleId')::uuid and ended_at is null) as rule_id
     from reconciliation_exceptions e
     join reconciliation_exception_history h on h.exception_id = e.id and h.batch_id = $1 ${LOCKED}`,
    [batchId, ROLES.filter((role) => can(role, "reconciliation.work"))],
  );
  return { asked: rowCount ?? 0 };
}

/** Chooses what a rule explains. */
export async function chooseExplainedBy(client: pg.ClientBase, ruleId: string): Promise<Chosen> {
  const { rowCount } = await client.query(
    `create temporary table chosen on commit drop as
     select ${CHOSEN} from reconciliation_exceptions e where e.rule_id = $1 and e.state = 'explained' ${LOCKED}`,
    [ruleId],
  );
  return { asked: rowCount ?? 0 };
}

type Batch = {
  batchId: string;
  personId: string;
  /** The rule whose end reopens them. */
  ruleId?: string;
  message: string;
  /** That the person typed. */
  note?: string;
};

/** Sets the state of what was chosen. A note that stays the same stays encrypted as it is, so that it is no change. */
export async function setChosenState(client: pg.ClientBase, change: z.infer<typeof NewState>): Promise<void> {
  const { rows } = await client.query<{ note: string }>("select distinct note from chosen");
  const same = rows.map(({ note }) => note).filter((note) => unsealNoteText(note) === change.note);
  await client.query(
    `update chosen set state = $1, reason = $2, rule_id = null,
       note = case when note = any($4) then note else $3 end`,
    [change.state, change.reason, sealNoteText(change.note), same],
  );
}

/** Makes the chosen exceptions what `chosen` says. */
export async function applyChosen(
  client: pg.ClientBase,
  { asked }: Chosen,
  batch: Batch,
): Promise<BatchOutcome> {
  const { rows } = await client.query<{ skip: SkipReason | null; count: number }>(
    `with judged as (
       select c.*, ${BEFORE} as before, e.note as note_before, e.state <> c.state as is_other_state, case
         when e.version <> c.seen then 'changed'
         when e.is_resolved_by_itself then 'resolved'
         when (e.state, e.reason, e.note, e.owner_id, e.rule_id)
           is not distinct from (c.state, c.reason, c.note, c.owner_id, c.rule_id) then 'same'
       end as skip
       from chosen c join reconciliation_exceptions e on e.id = c.id
     ), changed as (
       update reconciliation_exceptions e set
         state = j.state, reason = j.reason, note = j.note, owner_id = j.owner_id, rule_id = j.rule_id,
         state_since = case when j.is_other_state then now() else e.state_since end, version = e.version + 1
       from judged j where e.id = j.id and j.skip is null
       returning e.id, e.day, e.version, e.state, j.before, j.note_before
     ), unchecked as (
       -- A sign-off may be over exceptions that were resolved.
       update reconciliation_days set is_checked_for_sign_offs = false
       where day in (select day from changed where 'resolved' in (state, before ->> 'state'))
     ), recorded as (
       insert into reconciliation_exception_history
         (exception_id, person_id, rule_id, state, message, note, batch_id, version, before, note_before)
       select id, $1, $2, state, $3, $5, $4, version, before, note_before from changed
     )
     select skip, count(*)::int as count from judged group by skip`,
    [batch.personId, batch.ruleId ?? null, batch.message, batch.batchId, sealNoteText(batch.note ?? "")],
  );
  const countOf = (skip: SkipReason | null) => rows.find((row) => row.skip === skip)?.count ?? 0;
  const found = rows.reduce((sum, { count }) => sum + count, 0);
  const skipped: Record<SkipReason, number> = {
    changed: countOf("changed"),
    missing: asked - found,
    resolved: countOf("resolved"),
    same: countOf("same"),
  };
  return {
    batchId: batch.batchId,
    changed: countOf(null),
    skipped: Object.fromEntries(Object.entries(skipped).filter(([, count]) => count > 0)),
  };
}

/** For the audit log: how many of the exceptions were in which state, with which reason and owner. */
export async function summarizeChosen(client: pg.ClientBase): Promise<unknown> {
  const { rows } = await client.query<{ summary: unknown }>(
    `select coalesce(jsonb_agg(s order by s.state, s.reason, s.owner), '[]') as summary from (
       select e.state, e.reason, e.owner_id as owner, count(*)::int as exceptions
       from chosen c join reconciliation_exceptions e on e.id = c.id group by 1, 2, 3
     ) s`,
  );
  return rows[0]?.summary;
}
