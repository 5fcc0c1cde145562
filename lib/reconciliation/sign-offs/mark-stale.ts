import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { notifyPerson } from "@/lib/auth/notify-person";
import { can, ROLES } from "@/lib/domain/people/permissions";
import { changeText, findChanges } from "@/lib/domain/reconciliation/evidence-changes";
import {
  dayPeriod,
  monthOf,
  type Period,
  periodHref,
  periodName,
  periodText,
} from "@/lib/domain/reconciliation/period";
import type { SignOffChange, SignOffEvidence } from "@/lib/domain/reconciliation/sign-off";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { publishOn } from "@/lib/events/bus";
import { readEvidence } from "./evidence";

const MAX_AUDITED_CHANGES = 5;
const MAX_NOTICES = 4;

type Stale = { id: string; period: Period; changes: SignOffChange[] };

/**
 * After days were compared: their sign-offs and their months' are stale if what they are over has changed. They stay
 * so, even if it changes back. Everyone who may sign off is told once. Call it last in the transaction.
 */
export async function markStale(client: pg.ClientBase, days: readonly IsoDate[]): Promise<void> {
  const months = new Set(days.map((day) => monthOf(day).from));
  const newlyStale: Stale[] = [];
  for (const period of [...days.map(dayPeriod), ...[...months].map(monthOf)]) {
    const stale = await markPeriod(client, period);
    if (stale) newlyStale.push(stale);
  }
  if (newlyStale.length > 0) await announce(client, newlyStale);
}

/** Null if it isn't signed off, still holds, was stale before, or can't be told because its files were deleted. */
async function markPeriod(client: pg.ClientBase, period: Period): Promise<Stale | null> {
  const { rows } = await client.query<{ id: string; evidence: SignOffEvidence; isStale: boolean }>(
    `select id, evidence, stale_since is not null as "isStale" from sign_offs
     where period = $1 and date = $2 and reopened_at is null for update`,
    [period.kind, period.from],
  );
  const [signOff] = rows;
  if (!signOff || !(await hasFiles(client, signOff.evidence))) return null;
  const { evidence } = signOff;
  const changes = findChanges(
    evidence,
    await readEvidence(client, period),
    await listResolved(client, evidence),
  );
  if (changes.length === 0) return null;
  await client.query(
    "update sign_offs set stale_since = coalesce(stale_since, now()), stale_reasons = $2 where id = $1",
    [signOff.id, JSON.stringify(changes)],
  );
  return signOff.isStale ? null : { id: signOff.id, period, changes };
}

/** False if files that it is over were deleted at the end of their retention. */
async function hasFiles(client: pg.ClientBase, { files }: SignOffEvidence): Promise<boolean> {
  const { rows } = await client.query<{ hasAll: boolean }>(
    `select not exists (
       select from unnest($1::text[]) as signed (sha256)
       where not exists (select from report_files f where f.sha256 = signed.sha256)
     ) as "hasAll"`,
    [files.map(({ sha256 }) => sha256)],
  );
  return rows[0]?.hasAll === true;
}

/** Those that were left and that a person resolved since, even if they were gone later. */
async function listResolved(
  client: pg.ClientBase,
  { exceptionsLeft }: SignOffEvidence,
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select e.id from reconciliation_exceptions e cross join lateral (
       select h.person_id from reconciliation_exception_history h
       where h.exception_id = e.id and h.id > coalesce((
         select max(o.id) from reconciliation_exception_history o where o.exception_id = e.id and o.state <> 'resolved'), 0)
       order by h.id limit 1
     ) resolved
     where e.id = any($1::uuid[]) and e.state = 'resolved' and resolved.person_id is not null`,
    [exceptionsLeft.map(({ id }) => id)],
  );
  return new Set(rows.map(({ id }) => id));
}

async function announce(client: pg.ClientBase, newlyStale: readonly Stale[]): Promise<void> {
  const { rows: people } = await client.query<{ id: string }>(
    "select id from people where state = 'active' and role = any($1)",
    [ROLES.filter((role) => can(role, "reconciliation.sign-off"))],
  );
  for (const notice of toNotices(newlyStale))
    for (const { id } of people) await notifyPerson(client, id, notice);
  for (const { id, period, changes } of newlyStale)
    await appendAudit(client, {
      phase: "event",
      outcome: "succeeded",
      action: "period.stale",
      operationId: id,
      target: periodText(period),
      message: describe(changes),
    });
  await publishOn(client, ["audit", "reconciliation", ...people.map(({ id }) => `person:${id}`)]);
}

/** One for each, or one for all of them if they are many. */
function toNotices(newlyStale: readonly Stale[]) {
  const kind = "reconciliation-stale" as const;
  if (newlyStale.length > MAX_NOTICES)
    return [
      {
        kind,
        title: `${newlyStale.length} days and months changed since they were signed off`,
        href: "/reconciliation",
      },
    ];
  return newlyStale.map(({ period, changes }) => ({
    kind,
    title: `${periodName(period)} changed since it was signed off: ${changes[0]?.name}`,
    href: periodHref(period),
  }));
}

function describe(changes: readonly SignOffChange[]): string {
  const rest = changes.length - MAX_AUDITED_CHANGES;
  const texts = changes.slice(0, MAX_AUDITED_CHANGES).map(changeText);
  return [...texts, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(" ");
}
