import "server-only";
import { z } from "zod";
import type { AuditRow } from "@/lib/audit/entry";
import { findAuditRows, listAudit, listAuditActions } from "@/lib/audit/read";
import { readVerification } from "@/lib/audit/verification";
import { listPeople } from "@/lib/auth/people";
import { findIndexedCards } from "@/lib/card-index/find-cards";
import { pool } from "@/lib/db/database";
import { withPageName } from "@/lib/domain/action-words";
import {
  AUDIT_OUTCOMES,
  AUDIT_TARGET_MAX_CHARACTERS,
  type AuditCard,
  type AuditDetail,
  type AuditListRow,
  type ChainVerification,
} from "@/lib/domain/audit-log";
import { Day } from "@/lib/domain/day";
import { searchByLastFour } from "@/lib/domain/last-four-search";
import { failure, success } from "@/lib/domain/result";
import { isTimeZone } from "@/lib/domain/time-zone";
import { findAuditTargets } from "./audit-targets";
import { defineQuery } from "./define-query";

const ROWS_PER_PAGE = 50;

const TimeZone = z.string().refine(isTimeZone);

export const AuditFilterInput = z.object({
  actorId: z.string().max(64).optional(),
  action: z.string().max(64).optional(),
  /** A last four, a name, an id, a hash or an entry number. */
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
  async run({ input: { before, target, ...filter } }) {
    const targets = target ? await findAuditTargets(target) : null;
    const page = await listAudit(
      { ...filter, ...(targets && { about: targets.about }) },
      { before, limit: ROWS_PER_PAGE },
    );
    const rows = await withCards(page.rows.map(toListRow));
    return success({
      rows,
      olderThan: page.olderThan,
      filter: targets && {
        isKnown: targets.ids.length > 0 || targets.about.entries.length > 0,
        isCut: targets.isCut,
      },
    });
  },
});

export const getAuditChoices = defineQuery({
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
  async run({ input, requestId }) {
    const rows = await findAuditRows(input.seq);
    const [detail] = await withCards(toDetail(rows, input.seq));
    if (detail) return success<AuditDetail>(detail);
    return failure({ code: "not-found", message: "There is no such entry.", requestId, retry: "never" });
  },
});

export const getChainState = defineQuery({
  name: "the audit chain",
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

/** The log holds ids; which card that is, is told from the index, to those who may read both. */
async function withCards<Row extends { target: string | null }>(
  rows: readonly Row[],
): Promise<(Row & { card: AuditCard | null })[]> {
  const cards = await findIndexedCards(rows.flatMap(({ target }) => target ?? []));
  return rows.map((row) => {
    const card = row.target === null ? undefined : cards.get(row.target);
    return { ...row, card: card ? { lastFour: card.lastFour, cardholderName: card.cardholderName } : null };
  });
}

/** One of the rows that an action left: the first tells when it began, the last what came of it. */
function toDetail(rows: (AuditRow & { hash: string })[], seq: number): Omit<AuditDetail, "card">[] {
  const [first] = rows;
  const last = rows.at(-1);
  const entry = rows.find((row) => row.seq === seq);
  if (!first || !last || !entry) return [];
  return [
    {
      ...entry,
      message: entry.message && withPageName(entry.message),
      at: isoTime(entry),
      begun: first === entry ? null : { seq: first.seq, at: isoTime(first) },
      outcomeSeq: last === entry ? null : last.seq,
      actor: entry.actor ?? first.actor,
      input: entry.input ?? first.input,
    },
  ];
}

function isoTime({ atMs }: AuditRow): string {
  return new Date(atMs).toISOString();
}
