import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { appendAudit } from "@/lib/audit/append";
import { beginInTransaction, type Intent } from "@/lib/audit/operations";
import { runOperation } from "@/lib/audit/run-operation";
import { findPerson, type Person } from "@/lib/auth/people";
import { pool } from "@/lib/db/database";
import { countOf } from "@/lib/domain/money/numbers";
import { can } from "@/lib/domain/people/permissions";
import type { AppError } from "@/lib/domain/result";
import { RUN_KINDS, RUN_PERMISSIONS } from "@/lib/domain/runs/run";
import { runNote } from "@/lib/domain/runs/run-note";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { inTransaction } from "@/lib/postgres/open-database";
import { cancelWaiting } from "./change-state";
import { countItems } from "./count-items";
import { SETTLE_ROWS } from "./issue/issue-claims";
import { ITEM_OPERATIONS, type Item, type RunFacts } from "./item-operations";
import { REASON, unsealReason } from "./sealed-run-text";
import { IS_UNREADABLE, LATER, PAUSES, settleItems } from "./settle-items";
import { countEndedRuns, storeCounts } from "./store-counts";

/** The job runs every minute, on any instance. */
const WORK_MS = 55_000;
/** Then it is another run's turn. */
const TURN_MS = 10_000;
/** While all runs wait, or other instances work on them. */
const IDLE_MS = 1_000;
/** So that a slow issuer doesn't make the pace. */
const CARDS_AT_ONCE = 5;
const ITEMS_PER_READ = 50;
/** As many cards in a row without an answer are an outage. */
const OUTAGE_CARDS = 3;
const ISSUER_PAUSE_SECONDS = 15;
const OUTCOME_PAUSE_SECONDS = 5;
const PUBLISH_MS = 1_000;
/** Short, so that another instance soon goes on after a crash. It is renewed all the time, however long a card takes. */
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;

type ClaimedRun = RunFacts & { personId: string; address: string | null; holder: string };

/** Works on every run that was started, until none is left or it is time for the job's next run. */
export async function workOnRuns(): Promise<void> {
  const deadline = Date.now() + WORK_MS;
  while (Date.now() < deadline) {
    // A paused run's too: what is known must not wait until it is resumed.
    await settleItems(null);
    await countEndedRuns();
    const run = await claim();
    if (run) await work(run, Math.min(deadline, Date.now() + TURN_MS));
    else if (await hasOpenRuns()) await pause(IDLE_MS);
    else return;
  }
}

/** SQL: there is something to do for it, or only its end is to be recorded. */
const IS_OPEN = `(finished_at is null and (state in ('running', 'canceled') or (state = 'paused'
  and not exists (select from run_items i where i.run_id = runs.id and i.state in ('waiting', 'sent')))))`;

async function hasOpenRuns(): Promise<boolean> {
  const { rowCount } = await (await pool()).query(`select from runs where ${IS_OPEN} limit 1`);
  return Boolean(rowCount);
}

/** The one that has waited longest. */
async function claim(): Promise<ClaimedRun | null> {
  const holder = randomUUID();
  const { rows } = await (await pool()).query<Omit<ClaimedRun, "holder">>(
    `update runs set holder = $1, lease_until = now() + $2 * interval '1 second', worked_at = now()
     where id = (
       select id from runs
       where ${IS_OPEN} and (lease_until is null or lease_until < now())
         and (not_before is null or not_before <= now())
       order by worked_at nulls first, started_at limit 1 for update skip locked
     )
     returning id, kind, ${REASON} as reason, person_id as "personId", address, read_at as "readAt"`,
    [holder, LEASE_SECONDS],
  );
  return rows[0] ? { ...rows[0], reason: unsealReason(rows[0]), holder } : null;
}

/** Until the run is over, or has to wait, or another one's turn has come. */
async function work(run: ClaimedRun, deadline: number): Promise<void> {
  const worker = new Worker(run);
  // A run that was at work now waits for this one.
  await publish(["runs"]);
  const renewal = setInterval(() => void renew(run), RENEW_MS);
  try {
    while (Date.now() < deadline && !worker.hasStopped) {
      const items = await readWaiting(run.id);
      if (items.length === 0) break;
      for (const item of items) {
        if (worker.hasStopped || Date.now() >= deadline) break;
        await worker.start(item);
      }
    }
    await worker.finish();
    await settleItems(run.id);
    await finishRun(run);
  } finally {
    clearInterval(renewal);
    await release(run);
    await publish(["runs", `run:${run.id}`]);
  }
}

/** At the pace of the setting, and a few cards at once. */
class Worker {
  hasStopped = false;
  readonly #run: ClaimedRun;
  readonly #cards = new Set<Promise<void>>();
  #nextAt = 0;
  #publishedAt = 0;
  #unanswered = 0;
  #error: { error: unknown } | null = null;

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
    const intent = await toIntent(this.#run, item, person);
    if (!intent) return failUnreadable(this.#run, item);
    const begun = await begin(this.#run, item, intent);
    if (begun === "stopped") this.hasStopped = true;
    if (begun !== "begun") return;
    const card = this.#change(intent)
      .catch((error) => {
        this.hasStopped = true;
        this.#error ??= { error };
      })
      .finally(() => this.#cards.delete(card));
    this.#cards.add(card);
  }

  /** Throws the first error of a card; the others are finished first. */
  async finish(): Promise<void> {
    await Promise.all(this.#cards);
    if (this.#error) throw this.#error.error;
  }

  async #change(intent: Intent): Promise<void> {
    const { operationId, actor, input } = intent;
    const context = { input, actor, request: { requestId: operationId }, operationId, trace: {} };
    const result = await runOperation(ITEM_OPERATIONS[this.#run.kind].operation, intent, context);
    await settleItems(this.#run.id);
    if (result.ok) this.#unanswered = 0;
    else await this.#react(operationId, result.error);
    await this.#publish();
  }

  /** A card that the issuer refuses, or describes in a way that can't be read, is its own matter. */
  async #react(operationId: string, { code, message }: AppError): Promise<void> {
    if (PAUSES.includes(code)) return (await isUnreadable(operationId)) ? undefined : this.#pause(message);
    if (!LATER.includes(code)) return;
    this.#unanswered += 1;
    if (code === "throttled" || this.#unanswered >= OUTAGE_CARDS) await this.#wait(message);
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
       where id = $1 and holder = $2 and state = 'running'`,
      [this.#run.id, this.#run.holder, problem],
    );
  }

  async #publish(): Promise<void> {
    if (performance.now() - this.#publishedAt < PUBLISH_MS) return;
    this.#publishedAt = performance.now();
    await publish([`run:${this.#run.id}`]);
  }
}

async function isUnreadable(operationId: string): Promise<boolean> {
  const { rowCount } = await (await pool()).query(
    `select from operations o where o.id = $1 and ${IS_UNREADABLE}`,
    [operationId],
  );
  return Boolean(rowCount);
}

/** Who started the run must still be allowed to do this to a card. */
function findObstacle({ kind }: ClaimedRun, person: Person | null): string | null {
  if (person?.state === "active" && can(person.role, RUN_PERMISSIONS[kind])) return null;
  const verb = RUN_KINDS[kind].toLowerCase();
  return `${person?.name ?? "The person who started it"} may no longer ${verb} many cards at once.`;
}

/** Those that were tried before come last, so that one card can't hold up the others. */
async function readWaiting(runId: string): Promise<Item[]> {
  const { rows } = await (await pool()).query<Item>(
    `select position, coalesce(card_id, '') as "cardId", operation_id as "operationId",
            last_four as "lastFour"
     from run_items
     where run_id = $1 and state = 'waiting' order by attempts, position limit ${ITEMS_PER_READ}`,
    [runId],
  );
  return rows;
}

/** Null if it can't be read anymore what to do. */
async function toIntent(run: ClaimedRun, item: Item, { id, name, role }: Person): Promise<Intent | null> {
  const { operation, action, readInput } = ITEM_OPERATIONS[run.kind];
  const input = await readInput(run, item);
  if (input === null) return null;
  return {
    operationId: item.operationId,
    actor: { id, name, role },
    action,
    target: operation.target(input),
    input,
    address: run.address,
    note: runNote(run.id),
  };
}

/**
 * Takes the card and begins its operation in one transaction, so that a card in progress always has one. Renews the
 * lease too. "stopped" if the run was paused or canceled, or another instance has it; "skipped" if another run has done
 * or does the same.
 */
async function begin(run: ClaimedRun, item: Item, intent: Intent): Promise<"begun" | "stopped" | "skipped"> {
  const { id, holder } = run;
  const { position } = item;
  return inTransaction(await pool(), async (client) => {
    const owned = await client.query(
      `update runs set lease_until = now() + $3 * interval '1 second', problem = null
       where id = $1 and holder = $2 and state = 'running'`,
      [id, holder, LEASE_SECONDS],
    );
    if (!owned.rowCount) return "stopped";
    const taken = await client.query(
      `update run_items set state = 'sent'
       where run_id = $1 and position = $2 and state = 'waiting' and operation_id = $3`,
      [id, position, intent.operationId],
    );
    if (!taken.rowCount) return "stopped";
    const isReserved = (await ITEM_OPERATIONS[run.kind].reserve?.(client, run, item)) ?? true;
    if (!isReserved) {
      await client.query(
        `update run_items set state = 'skipped', reason = 'issued-before', finished_at = now()
         where run_id = $1 and position = $2`,
        [id, position],
      );
      return "skipped";
    }
    const begun = await beginInTransaction(client, intent);
    if (begun.is !== "new") throw new Error(`The operation of a waiting card is ${begun.is}`);
    return "begun";
  });
}

/** So that one that can't be read doesn't stop the others. */
async function failUnreadable({ id }: ClaimedRun, { position }: Item): Promise<void> {
  await (await pool()).query(
    `with settled as (
       update run_items set state = 'failed', reason = 'The row can’t be read anymore.', finished_at = now()
       where run_id = $1 and position = $2 and state = 'waiting'
       returning run_id, position, state, false as is_doubtful
     ), ${SETTLE_ROWS}
     select`,
    [id, position],
  );
}

/** Only once every outcome is known. */
async function finishRun({ id, kind, personId, holder, address }: ClaimedRun): Promise<void> {
  await inTransaction(await pool(), async (client) => {
    const { rows } = await client.query<{ state: string }>(
      `select state from runs where id = $1 and holder = $2 and finished_at is null for update`,
      [id, holder],
    );
    if (!rows[0]) return;
    // One that failed without an effect while the run was being canceled.
    if (rows[0].state === "canceled") await cancelWaiting(client, id);
    const counts = await countItems(client, id);
    if (counts.waiting + counts.sent > 0) return;
    await client.query(
      `update runs set state = case state when 'canceled' then 'canceled' else 'finished' end, finished_at = now(),
         problem = null
       where id = $1`,
      [id],
    );
    await storeCounts(client, id);
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
  });
}

async function renew({ id, holder }: ClaimedRun): Promise<void> {
  try {
    await (await pool()).query(
      `update runs set lease_until = now() + ${LEASE_SECONDS} * interval '1 second' where id = $1 and holder = $2`,
      [id, holder],
    );
  } catch (error) {
    log().warn({ err: error }, "Could not renew the lease of a bulk run");
  }
}

/** For the next turn. If only outcomes are missing, they take a moment. */
async function release({ id, holder }: ClaimedRun): Promise<void> {
  await (await pool())
    .query(
      `update runs r set holder = null, lease_until = null,
         not_before = case when exists (select from run_items i where i.run_id = r.id and i.state = 'waiting')
           then not_before else now() + ${OUTCOME_PAUSE_SECONDS} * interval '1 second' end
       where id = $1 and holder = $2`,
      [id, holder],
    )
    .catch((error) => log().error({ err: error }, "Could not release a bulk run"));
}
