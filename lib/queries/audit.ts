import "server-only";
import { z } from "zod";
import type { AuditRow } from "@/lib/audit/entry";
import { findAuditRows, listAudit, listAuditActions } from "@/lib/audit/read";
import { readVerification } from "@/lib/audit/verification";
import { listPeople } from "@/lib/auth/people";
import type { Actor } from "@/lib/auth/sessions";
import { findCardLabels } from "@/lib/card-index/find-cards";
import { pool } from "@/lib/db/database";
import { searchByLastFour } from "@/lib/domain/cards/last-four-search";
import { withPageName } from "@/lib/domain/people/action-labels";
import {
  AUDIT_OUTCOMES,
  AUDIT_TARGET_MAX_CHARACTERS,
  type AuditCard,
  type AuditDetail,
  type AuditListRow,
  type ChainVerification,
} from "@/lib/domain/people/audit-log";
import { can } from "@/lib/domain/people/permissions";
import { failure, success } from "@/lib/domain/result";
import { findRunInNote } from "@/lib/domain/runs/run-note";
import { isUuid } from "@/lib/domain/text/uuid";
import { Day } from "@/lib/domain/time/day";
import { isTimeZone } from "@/lib/domain/time/time-zone";
import { isRunVisible } from "@/lib/runs/read-runs";
import { findAuditNames } from "./audit-names";
import { findAuditTargets } from "./audit-targets";
import { defineQuery } from "./define-query";

const ROWS_PER_PAGE = 50;

const TimeZone = z.string().refine(isTimeZone);

export const AuditFilterInput = z.object({
  actorId: z.string().max(64).optional(),
  action: z.string().max(64).optional(),
  /** A last four, a name, an ID, a hash or an entry number. */
  target: z.string().max(AUDIT_TARGET_MAX_CHARACTERS).transform(searchByLastFour).optional(),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  from: Day.optional(),
  to: Day.optional(),
  zone: TimeZone.optional(),
});

export const getAuditPage = defineQuery({
  name: "the audit log",
  permission: "audit.read",
  input: AuditFilterInput.extend({ before: z.coerce.number().int().positive().optional() }),
  async run({ input: { before, target, ...filter }, actor }) {
    const targets = target ? await findAuditTargets(target) : null;
    const page = await listAudit(
      { ...filter, ...(targets && { about: targets.about }) },
      { before, limit: ROWS_PER_PAGE },
    );
    const cardOf = await findAuditCards(page.rows);
    const nameOf = await findAuditNames(page.rows, actor);
    return success({
      rows: page.rows.map((row) => ({ ...toListRow(row), card: cardOf(row), name: nameOf(row) })),
      olderThan: page.olderThan,
      targetMatch: targets && {
        hasMatches: targets.ids.length > 0 || targets.about.entries.length > 0,
        isTruncated: targets.isTruncated,
      },
    });
  },
});

export const getAuditFacets = defineQuery({
  name: "the audit log's filters",
  permission: "audit.read",
  input: z.object({}),
  async run() {
    const [actions, people] = await Promise.all([listAuditActions(), listPeople()]);
    return success({ actions, people: people.map(({ id, name }) => ({ id, name })) });
  },
});

export const getAuditEntry = defineQuery({
  name: "an audit entry",
  permission: "audit.read",
  input: z.object({ seq: z.coerce.number().int().positive() }),
  async run({ input, actor, requestId }) {
    const rows = await findAuditRows(input.seq);
    const detail = toDetail(rows, input.seq);
    if (detail) {
      const cardOf = await findAuditCards(rows);
      const nameOf = await findAuditNames(rows, actor);
      const runId = await findRunOf(detail, actor);
      const found = { card: cardOf(detail, ...rows), name: nameOf(detail, ...rows), runId };
      return success<AuditDetail>({ ...detail, ...found });
    }
    return failure({ code: "not-found", message: "Entry not found.", requestId, retry: "never" });
  },
});

export const getChainVerification = defineQuery({
  name: "the audit log's verification",
  permission: "audit.read",
  input: z.object({}),
  run: async () =>
    success<ChainVerification & { now: string }>({
      ...(await readVerification(await pool())),
      now: new Date().toISOString(),
    }),
});

export function toListRow(row: AuditRow): AuditListRow {
  const { seq, action, target, outcome, message, durationMs } = row;
  return {
    seq,
    at: isoTime(row),
    actor: row.actor?.name ?? null,
    action,
    target,
    outcome,
    message: message && withPageName(message),
    durationMs,
  };
}

async function findRunOf(
  { message, target }: Pick<AuditDetail, "message" | "target">,
  { id, role }: Actor,
): Promise<string | null> {
  const runId = findRunInNote(message) ?? (target && isUuid(target) ? target : null);
  return runId && can(role, "bulk.freeze") && (await isRunVisible(runId, id)) ? runId : null;
}

type Subject = Pick<AuditRow, "target" | "before" | "after">;

/** The log has only IDs; the card comes from the index. */
async function findAuditCards(rows: readonly Subject[]) {
  const cards = await findCardLabels(rows.flatMap(({ target }) => target ?? []));
  /** The other entries of the same action may have the number that the card had then. */
  return (row: Subject, ...others: readonly Subject[]): AuditCard | null => {
    const card = row.target === null ? undefined : cards.get(row.target);
    if (!card) return null;
    const states = [row, ...others].flatMap(({ before, after }) => [before, after]);
    return {
      ...card,
      lastFourAtAction: states.map(lastFourOf).find((lastFour) => lastFour !== null) ?? null,
    };
  };
}

const CardNumber = z.object({ lastFour: z.string() });

function lastFourOf(state: unknown): string | null {
  return CardNumber.safeParse(state).data?.lastFour ?? null;
}

/** The first entry of an action has its start, the last its outcome. */
function toDetail(
  rows: (AuditRow & { hash: string })[],
  seq: number,
): Omit<AuditDetail, "card" | "name" | "runId"> | null {
  const [first] = rows;
  const last = rows.at(-1);
  const entry = rows.find((row) => row.seq === seq);
  if (!first || !last || !entry) return null;
  return {
    ...entry,
    message: entry.message && withPageName(entry.message),
    at: isoTime(entry),
    startEntry: first === entry ? null : { seq: first.seq, at: isoTime(first) },
    outcomeSeq: last === entry ? null : last.seq,
    actor: entry.actor ?? first.actor,
    input: entry.input ?? first.input,
  };
}

function isoTime({ atMs }: AuditRow): string {
  return new Date(atMs).toISOString();
}
