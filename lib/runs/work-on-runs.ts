import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { appendAudit } from "@/lib/audit/append";
import { beginOperation, type Intent } from "@/lib/audit/operations";
import { runOperation } from "@/lib/audit/run-operation";
import { findPerson, type Person } from "@/lib/auth/people";
import type { ConfirmedCard } from "@/lib/card-index/change-card";
import { type FreezeInput, freezeCardOperation } from "@/lib/card-index/freeze-card";
import { pool } from "@/lib/db/database";
import { countOf } from "@/lib/domain/money/numbers";
import { can } from "@/lib/domain/people/permissions";
import type { ErrorCode, Result } from "@/lib/domain/result";
import { RUN_KINDS, RUN_PERMISSIONS, type RunKind } from "@/lib/domain/runs/run";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { countItems } from "./count-items";
import { settleSentItems } from "./settle-items";

/** Longer than a card takes, because it is renewed before each one. */
const LEASE_SECONDS = 60;
/** The job runs every minute, on any instance. */
const WORK_MS = 55_000;
/** While all runs wait, or other instances work on them. */
const IDLE_MS = 1_000;
/** So that a slow issuer doesn't make the pace. */
const CARDS_AT_ONCE = 5;
const ITEMS_PER_READ = 50;
const ISSUER_PAUSE_SECONDS = 15;
const OUTCOME_PAUSE_SECONDS = 5;
const PUBLISH_MS = 1_000;

/** Nothing happened, and the next card would fail the same way. */
const LATER: ReadonlySet<ErrorCode> = new Set(["throttled", "issuer-unavailable"]);
/** A person has to do something first. */
const PAUSES: ReadonlySet<ErrorCode> = new Set(["issuer-misconfigured", "issuer-broken", "internal"]);

type ClaimedRun = {
  id: string;
  kind: RunKind;
  personId: string;
  address: string | null;
  createdAt: Date;
  holder: string;
};

type Item = { position: number; cardId: string; operationId: string };

/** Works on every run that was started, until none is left or it is time for the job's next run. */
export async function workOnRuns(): Promise<void> {
  const deadline = Date.now() + WORK_MS;
  while (Date.now() < deadline) {
    const run = await claim();
    if (run) await work(run, deadline);
    else if (await hasOpenRuns()) await pause(IDLE_MS);
    else return;
  }
}

/** SQL: it is running, or was canceled while cards were in progress. */
const IS_OPEN = "(state = 'running' or (state = 'canceled' and finished_at is null))";

async function hasOpenRuns(): Promise<boolean> {
  const { rowCount } = await (await pool()).query(`select from runs where ${IS_OPEN} limit 1`);
  return Boolean(rowCount);
}

async function claim(): Promise<ClaimedRun | null> {
  const holder = randomUUID();
  const { rows } = await (await pool()).query<Omit<ClaimedRun, "holder">>(
    `update runs set holder = $1, lease_until = now() + $2 * interval '1 second'
     where id = (
       select id from runs
       where ${IS_OPEN} and (lease_until is null or lease_until < now())
         and (not_before is null or not_before <= now())
       order by started_at limit 1 for update skip locked
     )
     returning id, kind, person_id as "personId", address, created_at as "createdAt"`,
    [holder, LEASE_SECONDS],
  );
  return rows[0] ? { ...rows[0], holder } : null;
}

/** Until the run is over, or has to wait, or another one's turn has come. */
async function work(run: ClaimedRun, deadline: number): Promise<void> {
  const worker = new Worker(run);
  try {
    while (Date.now() < deadline && !worker.hasStopped) {
      await settleSentItems(run.id, worker.inFlight);
      const items = await readWaiting(run.id);
      if (items.length === 0) break;
      for (const item of items) {
        if (worker.hasStopped || Date.now() >= deadline) break;
        await worker.start(item);
      }
    }
  } finally {
    await worker.finish();
  }
  await settleSentItems(run.id, new Set());
  if (!(await finishRun(run))) await release(run);
  await publish(["runs", `run:${run.id}`]);
}

/** At the pace of the setting, and a few cards at once. */
class Worker {
  hasStopped = false;
  readonly inFlight = new Set<number>();
  readonly #run: ClaimedRun;
  readonly #cards = new Set<Promise<void>>();
  #nextAt = 0;
  #publishedAt = 0;

  constructor(run: ClaimedRun) {
    this.#run = run;
  }

  async start(item: Item): Promise<void> {
    const now = performance.now();
    if (this.#nextAt > now) await pause(this.#nextAt - now);
    this.#nextAt = Math.max(now, this.#nextAt) + 1_000 / env().bulkCardsPerSecond;
    if (this.#cards.size >= CARDS_AT_ONCE) await Promise.race(this.#cards);
    if (this.hasStopped) return;
    const person = await findPerson(await pool(), this.#run.personId);
    const problem = findObstacle(this.#run, person);
    if (problem || !person) return this.#pause(problem ?? "");
    if (!(await take(this.#run, item))) {
      this.hasStopped = true;
      return;
    }
    this.inFlight.add(item.position);
    const card = this.#change(item, person).finally(() => {
      this.inFlight.delete(item.position);
      this.#cards.delete(card);
    });
    // `finish` awaits it; until then its error has to be handled.
    card.catch(() => undefined);
    this.#cards.add(card);
  }

  /** Throws the first error of a card; the others are finished first. */
  async finish(): Promise<void> {
    const results = await Promise.allSettled(this.#cards);
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  }

  async #change(item: Item, person: Person): Promise<void> {
    const result = await changeCardOf(this.#run, item, person);
    const code = result?.ok === false ? result.error.code : null;
    if (result?.ok === false && code && (LATER.has(code) || PAUSES.has(code))) {
      await tryAgainLater(this.#run, item);
      if (PAUSES.has(code)) await this.#pause(result.error.message);
      else await this.#wait(result.error.message);
    } else if (result) await settleSentItems(this.#run.id, new Set(), item.position);
    await this.#publish();
  }

  async #pause(problem: string): Promise<void> {
    this.hasStopped = true;
    await (await pool()).query(
      "update runs set state = 'paused', problem = $3 where id = $1 and holder = $2 and state = 'running'",
      [this.#run.id, this.#run.holder, problem],
    );
  }

  async #wait(problem: string): Promise<void> {
    this.hasStopped = true;
    await (await pool()).query(
      `update runs set problem = $3, not_before = now() + ${ISSUER_PAUSE_SECONDS} * interval '1 second'
       where id = $1 and holder = $2`,
      [this.#run.id, this.#run.holder, problem],
    );
  }

  async #publish(): Promise<void> {
    if (performance.now() - this.#publishedAt < PUBLISH_MS) return;
    this.#publishedAt = performance.now();
    await publish([`run:${this.#run.id}`]);
  }
}

/** Who started the run must still be allowed to do this to a card. */
function findObstacle({ kind }: ClaimedRun, person: Person | null): string | null {
  if (person?.state === "active" && can(person.role, RUN_PERMISSIONS[kind])) return null;
  const verb = RUN_KINDS[kind].toLowerCase();
  return `${person?.name ?? "The person who started it"} may no longer ${verb} many cards at once.`;
}

async function readWaiting(runId: string): Promise<Item[]> {
  const { rows } = await (await pool()).query<Item>(
    `select position, card_id as "cardId", operation_id as "operationId" from run_items
     where run_id = $1 and state = 'waiting' order by position limit ${ITEMS_PER_READ}`,
    [runId],
  );
  return rows;
}

/** Renews the lease too. False if the run was paused or canceled, or another instance has it. */
async function take({ id, holder }: ClaimedRun, { position }: Item): Promise<boolean> {
  const { rowCount } = await (await pool()).query(
    `with own as (
       update runs set lease_until = now() + $4 * interval '1 second', problem = null
       where id = $1 and holder = $2 and state = 'running' returning id
     )
     update run_items i set state = 'sent' from own
     where i.run_id = own.id and i.position = $3 and i.state = 'waiting'`,
    [id, holder, position, LEASE_SECONDS],
  );
  return rowCount === 1;
}

/** The card's own operation, with its own audit entries. Null if an earlier attempt has begun it. */
async function changeCardOf(
  run: ClaimedRun,
  { cardId, operationId }: Item,
  { id, name, role }: Person,
): Promise<Result<ConfirmedCard> | null> {
  const input: FreezeInput =
    run.kind === "freeze"
      ? { cardId, freeze: true }
      : { cardId, freeze: false, seen: { status: "FROZEN", readAt: run.createdAt.toISOString() } };
  const actor = { id, name, role };
  const intent: Intent = {
    operationId,
    actor,
    action: freezeCardOperation.actionOf(input),
    target: cardId,
    input,
    address: run.address,
    note: `Bulk run ${run.id}.`,
  };
  const begun = await beginOperation(intent);
  if (begun.is !== "new") return null;
  const context = { input, actor, request: { requestId: operationId }, operationId, trace: {} };
  return runOperation(freezeCardOperation, intent, context);
}

/** With a new operation, if this one has failed for good. If it may have happened, its outcome is resolved first. */
async function tryAgainLater({ id }: ClaimedRun, { position, operationId }: Item): Promise<void> {
  await (await pool()).query(
    `update run_items set state = 'waiting', operation_id = $4
     where run_id = $1 and position = $2 and state = 'sent' and operation_id = $3
       and exists (select from operations o where o.id = $3 and o.state = 'failed')`,
    [id, position, operationId, randomUUID()],
  );
}

/** Only once every outcome is known. */
async function finishRun({ id, kind, personId, holder, address }: ClaimedRun): Promise<boolean> {
  const db = await pool();
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ state: string }>(
      "select state from runs where id = $1 and holder = $2 and state in ('running', 'canceled') for update",
      [id, holder],
    );
    if (!rows[0]) return false;
    const counts = await countItems(client, id);
    if (counts.waiting + counts.sent > 0) return false;
    const { rowCount } = await client.query(
      `update runs set state = case state when 'canceled' then 'canceled' else 'finished' end, finished_at = now(),
         problem = null, holder = null, lease_until = null
       where id = $1 and finished_at is null`,
      [id],
    );
    if (!rowCount) return false;
    const person = await findPerson(client, personId);
    await appendAudit(client, {
      phase: "event",
      action: "run.finish",
      outcome: "succeeded",
      actor: person && { id: person.id, name: person.name, role: person.role },
      target: id,
      after: { Kind: RUN_KINDS[kind], ...counts },
      message: `${countOf(counts.done, "card")} done, ${counts.failed} failed, ${counts.skipped} skipped, ${counts.canceled} canceled.`,
      address,
    });
    return true;
  });
}

/** For the next run of the job. If only outcomes are missing, they take a moment. */
async function release({ id, holder }: ClaimedRun): Promise<void> {
  await (await pool()).query(
    `update runs r set holder = null, lease_until = null,
       not_before = case when exists (select from run_items i where i.run_id = r.id and i.state = 'waiting')
         then not_before else now() + ${OUTCOME_PAUSE_SECONDS} * interval '1 second' end
     where id = $1 and holder = $2`,
    [id, holder],
  );
}
