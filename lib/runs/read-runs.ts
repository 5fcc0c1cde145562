import "server-only";
import { cardholderName } from "@/lib/contract/create-card";
import { pool } from "@/lib/db/database";
import { wordsOf } from "@/lib/domain/cards/search-text";
import type { IssueSummary } from "@/lib/domain/runs/issue-summary";
import type { IssueWarning } from "@/lib/domain/runs/issue-warnings";
import {
  type ItemState,
  type Run,
  type RunItem,
  type RunKind,
  type RunState,
  SKIP_REASONS,
  type SkipCount,
  type SkipReason,
} from "@/lib/domain/runs/run";
import { toCounts } from "./count-items";
import { IS_RETRIABLE, ISSUED_BY } from "./issue/issue-claims";
import { readRequest } from "./issue/issue-rows";
import { readWarnings } from "./issue/issue-warnings";
import { REASON, unsealRunTexts, unsealScope } from "./sealed-run-text";
import { countedItems } from "./store-counts";

type RunRow = {
  id: string;
  kind: RunKind;
  state: RunState;
  scope: string;
  reason: string | null;
  request_id: string | null;
  person_id: string;
  person: string;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  problem: string | null;
  undo_of: string | null;
  retry_of: string | null;
  undone_by: string[];
  counts: Partial<Record<ItemState, number>>;
  changed: number;
  summary: IssueSummary | null;
  is_waiting: boolean;
};

const WITH_REQUEST = `left join approval_requests q on q.target = r.id::text and q.requester_id = r.person_id
  and q.state = 'waiting' and q.expires_at > now()`;

/** SQL: it could go on, but the other run has the turn. */
const IS_WAITING = `(r.state = 'running' and r.problem is null and coalesce(r.lease_until < now(), true)
  and coalesce(r.not_before <= now(), true)
  and exists (select from run_items w where w.run_id = r.id and w.state = 'waiting')
  and exists (select from runs o where o.id <> r.id and o.finished_at is null and o.lease_until > now()))`;

const READ_RUNS = `
  select r.id, r.kind, r.state, r.scope, ${REASON.replaceAll("runs.", "r.")} as reason, q.id as request_id, r.person_id, p.name as person, r.created_at, r.started_at,
         r.finished_at, r.summary,
         r.problem, ${IS_WAITING} as is_waiting, r.undo_of, r.retry_of, coalesce(r.counts, c.counts) as counts, coalesce(r.changed, c.changed) as changed,
         array(select u.id from runs u where u.undo_of = r.id and u.started_at is not null order by u.created_at) as undone_by
  from runs r join people p on p.id = r.person_id
  ${WITH_REQUEST}
  left join lateral ${countedItems("r.counts is null")} c on true`;

/** A plan is only its author's until it is started, or waits for a second person. */
const IS_LISTED = "((r.state <> 'planned' and r.started_at is not null) or q.id is not null)";

/** SQL: a plan counts from when it was made. */
const LISTED_AT = "coalesce(r.started_at, r.created_at)";

/** The last started first, with the viewer's own plans. */
export async function listRuns(
  viewerId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<Run[]> {
  const { rows } = await (await pool()).query<RunRow>(
    `${READ_RUNS} where (${IS_LISTED} or (r.state = 'planned' and r.person_id = $3))
       and ($1::uuid is null or (${LISTED_AT}, r.id) < (select ${LISTED_AT}, id from runs r where id = $1))
     order by ${LISTED_AT} desc, r.id desc limit $2`,
    [before, limit, viewerId],
  );
  return rows.map((row) => toRun(row, viewerId));
}

/** SQL: its author asked a second person, who can read it whatever they decided. */
const WAS_REQUESTED = `exists (select from approval_requests a where a.target = r.id::text
  and a.requester_id = r.person_id and a.action in ('run.start-block', 'run.start-issue'))`;

/** SQL, with the viewer's ID as $2. */
const IS_VISIBLE = `(${IS_LISTED} or r.person_id = $2 or ${WAS_REQUESTED})`;

/** Null if there is none, or it is somebody else's plan. */
export async function readRun(id: string, viewerId: string): Promise<Run | null> {
  const { rows } = await (await pool()).query<RunRow>(`${READ_RUNS} where r.id = $1 and ${IS_VISIBLE}`, [
    id,
    viewerId,
  ]);
  return rows[0] ? toRun(rows[0], viewerId) : null;
}

export async function isRunVisible(id: string, viewerId: string): Promise<boolean> {
  const { rowCount } = await (await pool()).query(
    `select from runs r ${WITH_REQUEST} where r.id = $1 and ${IS_VISIBLE}`,
    [id, viewerId],
  );
  return Boolean(rowCount);
}

const MIN_ID_CHARACTERS = 8;
const MIN_WORD_CHARACTERS = 3;
const MAX_FOUND = 5;
const MAX_SEARCHED = 1_000;

/** By the beginning of its ID, or by words of what was chosen. The newest first. */
export async function searchRuns(text: string, viewerId: string): Promise<Run[]> {
  const id = /^[0-9a-f-]+$/i.test(text) && text.length >= MIN_ID_CHARACTERS ? text.toLowerCase() : null;
  const words = text.length >= MIN_WORD_CHARACTERS ? wordsOf(text) : [];
  if (id === null && words.length === 0) return [];
  const { rows } = await (await pool()).query<RunRow>(
    `${READ_RUNS} where (r.id::text like $1 || '%' and ${IS_VISIBLE}) or (${IS_LISTED} and r.id = any($3))
     order by r.created_at desc, r.id desc limit ${MAX_FOUND}`,
    [id, viewerId, words.length > 0 ? await findRunsOf(words) : []],
  );
  return rows.map((row) => toRun(row, viewerId));
}

/** What was chosen is encrypted, so the newest runs are searched here. */
async function findRunsOf(words: readonly string[]): Promise<string[]> {
  const { rows } = await (await pool()).query<Pick<Run, "id" | "scope">>(
    `select id, scope from runs order by created_at desc, id desc limit ${MAX_SEARCHED}`,
  );
  return rows
    .filter((row) => {
      const text = ` ${wordsOf(unsealScope(row)).join(" ")}`;
      return words.every((word) => text.includes(` ${word}`));
    })
    .map(({ id }) => id);
}

function toRun(
  {
    undone_by,
    undo_of,
    retry_of,
    request_id,
    is_waiting,
    created_at,
    started_at,
    finished_at,
    person_id,
    counts,
    ...row
  }: RunRow,
  viewerId: string,
): Run {
  return {
    ...unsealRunTexts(row),
    isYours: person_id === viewerId,
    createdAt: created_at.toISOString(),
    startedAt: started_at?.toISOString() ?? null,
    finishedAt: finished_at?.toISOString() ?? null,
    isWaiting: is_waiting,
    undoOf: undo_of,
    retryOf: retry_of,
    requestId: request_id,
    undoneBy: undone_by,
    counts: toCounts(new Map(Object.entries(counts) as [ItemState, number][])),
  };
}

/** How many cards are skipped for which reason, the most frequent first. */
export async function readSkips(runId: string): Promise<SkipCount[]> {
  const { rows } = await (await pool()).query<SkipCount>(
    `select reason, count(*)::int as cards from run_items where run_id = $1 and state = 'skipped'
     group by reason order by cards desc, reason`,
    [runId],
  );
  return rows;
}

/** Whether a card or row ended without a result, and no other run has issued it since. */
export async function hasRetriable(runId: string): Promise<boolean> {
  const { rowCount } = await (await pool()).query(
    `select from run_items f where f.run_id = $1 and ${IS_RETRIABLE} limit 1`,
    [runId],
  );
  return Boolean(rowCount);
}

/** What to look at before the cards of a plan are issued. */
export async function readRunWarnings(runId: string): Promise<IssueWarning[]> {
  const { rows } = await (await pool()).query<{ warnings: string | null }>(
    "select warnings from runs where id = $1",
    [runId],
  );
  return readWarnings(runId, rows[0]?.warnings ?? null);
}

type ItemRow = Omit<RunItem, "finishedAt" | "reason" | "details"> & {
  finished_at: Date | null;
  reason: string | null;
  is_changed: boolean | null;
  sealed: string | null;
};

/** In the order of the run. */
export async function readRunItems(
  runId: string,
  { state, after, limit }: { state: ItemState | null; after: number; limit: number },
): Promise<RunItem[]> {
  const { rows } = await (await pool()).query<ItemRow>(
    `select i.position, i.card_id as "cardId", c.last_four as "lastFour", c.cardholder_name as "cardholderName",
            c.card_name as "cardName", c.status, i.state, i.reason, i.finished_at, i.is_changed, n.number as "rowNumber", n.sealed,
            coalesce(n.has_card, false) as "hasCard", issued.by as "issuedBy"
     from run_items i left join indexed_cards c on c.id = i.card_id
       left join issue_rows n on n.run_id = i.run_id and n.position = i.position
       left join lateral ${ISSUED_BY} issued on i.reason = 'issued-before'
     where i.run_id = $1 and i.position > $2 and ($3::text is null or i.state = $3)
     order by i.position limit $4`,
    [runId, after, state, limit],
  );
  return rows.map(({ finished_at, is_changed, reason, sealed, ...item }) => {
    const request = readRequest(runId, item.position, sealed);
    return {
      ...item,
      ...(request && { cardholderName: cardholderName(request), cardName: request.preferredCardName }),
      details: request && {
        customerId: request.meta.id,
        cardType: request.cardType,
        cardDesign: request.cardDesign ?? null,
        spendLimit: request.spendLimit ?? 0,
      },
      reason: toReason(item.state, reason, is_changed),
      finishedAt: finished_at?.toISOString() ?? null,
    };
  });
}

function toReason(state: ItemState, reason: string | null, isChanged: boolean | null): string | null {
  if (state === "skipped") return SKIP_REASONS[reason as SkipReason] ?? reason;
  if (state === "done" && isChanged === null) return "Confirmed, but its status before isn’t known";
  if (state === "done" && !isChanged) return "Nothing to change";
  return reason;
}
