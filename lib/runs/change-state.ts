import "server-only";
import type pg from "pg";
import type { IssueSummary } from "@/lib/domain/runs/issue-summary";
import type { RunKind, RunState } from "@/lib/domain/runs/run";
import { SETTLE_ROWS } from "./issue/issue-claims";
import { REASON, unsealRunTexts } from "./sealed-run-text";

export type StoredRun = {
  id: string;
  kind: RunKind;
  state: RunState;
  scope: string;
  reason: string | null;
  personId: string;
  isStarted: boolean;
  /** The run whose rows it tries again. */
  retryOf: string | null;
  summary: IssueSummary | null;
};

const SELECT = `select id, kind, state, scope, ${REASON} as reason, summary, person_id as "personId", retry_of as "retryOf",
          started_at is not null as "isStarted" from runs where id = $1`;

export async function findRun(db: pg.Pool | pg.ClientBase, id: string): Promise<StoredRun | null> {
  const { rows } = await db.query<StoredRun>(SELECT, [id]);
  return rows[0] ? unsealRunTexts(rows[0]) : null;
}

export async function lockRun(client: pg.ClientBase, id: string): Promise<StoredRun | null> {
  const { rows } = await client.query<StoredRun>(`${SELECT} for update`, [id]);
  return rows[0] ? unsealRunTexts(rows[0]) : null;
}

/** From which states a person can bring a run into another one. */
export const ALLOWED_FROM = {
  running: ["paused"],
  paused: ["running"],
  canceled: ["planned", "running", "paused"],
} as const satisfies Partial<Record<RunState, readonly RunState[]>>;

export async function startRun(client: pg.ClientBase, id: string): Promise<void> {
  await client.query("update runs set state = 'running', started_at = now(), warnings = null where id = $1", [
    id,
  ]);
}

export async function pauseRun(client: pg.ClientBase, id: string, problem: string): Promise<void> {
  await client.query("update runs set state = 'paused', problem = $2 where id = $1", [id, problem]);
}

export async function resumeRun(client: pg.ClientBase, id: string): Promise<void> {
  await client.query("update runs set state = 'running', problem = null, not_before = null where id = $1", [
    id,
  ]);
}

/** What is in progress is finished. One that was never started is over at once. */
export async function cancelRun(
  client: pg.ClientBase,
  id: string,
  problem: string | null = null,
): Promise<void> {
  await cancelWaiting(client, id);
  await client.query(
    `update runs set state = 'canceled', problem = $2, not_before = null, warnings = null,
       finished_at = case when started_at is null then now() end
     where id = $1`,
    [id, problem],
  );
}

export async function cancelWaiting(client: pg.ClientBase, runId: string): Promise<void> {
  await client.query(
    `with settled as (
       update run_items set state = 'canceled', finished_at = now() where run_id = $1 and state = 'waiting'
       returning run_id, position, state, false as is_doubtful
     ), ${SETTLE_ROWS}
     select`,
    [runId],
  );
}

/** Also gives those that were paused before this problem. Returns how many there are. */
export async function pauseAllRuns(client: pg.ClientBase, problem: string): Promise<number> {
  const { rowCount } = await client.query(
    "update runs set state = 'paused', problem = $1 where state in ('running', 'paused') and finished_at is null",
    [problem],
  );
  return rowCount ?? 0;
}
