import { randomUUID } from "node:crypto";
import { beginOperation, finishOperation, type Intent, storeEvidence } from "@/lib/audit/operations";
import type { Card } from "@/lib/contract/card";
import { failure, type Result } from "@/lib/domain/result";
import { stopJobs } from "@/lib/jobs/queue";
import { MAX_INCONCLUSIVE_ATTEMPTS, resolveOperationsJob } from "@/lib/jobs/resolve-operations";
import { sampleConsumerRequest } from "./arbitraries";
import { openTestProgram } from "./card-program";

/** Small, so that a day's cards fill several pages. */
export const PAGE_SIZE = 3;
/** Longer than any call can take with the default timeout. */
export const OLD_ENOUGH_SECONDS = 60;

export const NO_RESPONSE = failure({
  code: "unknown-outcome",
  message: "The issuer did not respond.",
  requestId: "r",
  retry: "unsafe",
});

export function intent(action: string, input: unknown, target: string | null = null): Intent {
  const actor = { id: randomUUID(), name: "Jonas Weber", role: "manager" as const };
  return { operationId: randomUUID(), actor, action, target, input, address: null };
}

export function newRequest() {
  return sampleConsumerRequest({ meta: { id: randomUUID() } });
}

export function createIntent(request = newRequest()): Intent {
  return intent("card.create", request);
}

type OperationRow = { state: string; attempts: number; target: string | null; result: Result<unknown> };

export type TestOperations = Awaited<ReturnType<typeof openTestOperations>>;

/** A test program with operations that got no response, and with time that tests advance. */
export async function openTestOperations() {
  const program = await openTestProgram({ pageSize: PAGE_SIZE });
  const { pool } = program.db;

  /** Moves the stored times of operations into the past instead of waiting. */
  async function advanceTime(seconds: number, operation: Intent | null = null): Promise<void> {
    await pool.query(
      `update operations set begun_at = begun_at - make_interval(secs => $1),
         sent_at = sent_at - make_interval(secs => $1),
         next_attempt_at = next_attempt_at - make_interval(secs => $1) where id = coalesce($2, id)`,
      [seconds, operation?.operationId ?? null],
    );
  }

  /** An operation that got no response, old enough to be resolved. */
  async function createUnknownOperation(
    operation: Intent,
    before: unknown = null,
    ageSeconds = OLD_ENOUGH_SECONDS,
  ): Promise<void> {
    await beginOperation(operation);
    await storeEvidence(operation.operationId, { input: operation.input, before });
    await finishOperation(operation, NO_RESPONSE, {}, 10_000);
    await advanceTime(ageSeconds, operation);
  }

  /** Runs the job once, for everything that is due within the hour. */
  async function resolve(): Promise<void> {
    await pool.query(
      "update operations set next_attempt_at = now() where next_attempt_at < now() + interval '1 hour'",
    );
    await resolveOperationsJob.run({});
  }

  return {
    program,
    advanceTime,
    createUnknownOperation,
    resolve,
    /** A reissue that keeps the number leaves no trace in the issuer's records. */
    async createTracelessOperation(): Promise<Intent> {
      const { body: card } = await program.sandbox.api<Card>("POST", "/cards/", newRequest());
      const request = { renewOption: "CALCULATE_NEW_EXPIRY_DATE" };
      const operation = intent("card.reissue", { cardId: card.id, request }, card.id);
      await createUnknownOperation(operation, { lastFour: card.lastFour });
      return operation;
    },
    /** Runs the job until it leaves what it can't resolve to a person. */
    async exhaustAttempts(): Promise<void> {
      for (let round = 0; round < MAX_INCONCLUSIVE_ATTEMPTS; round += 1) await resolve();
    },
    async readOperation(operation: Intent): Promise<OperationRow> {
      const { rows } = await pool.query<OperationRow>(
        "select state, attempts, target, result from operations where id = $1",
        [operation.operationId],
      );
      const [row] = rows;
      if (!row) throw new Error("The operation does not exist");
      return row;
    },
    async create(request: unknown): Promise<Card> {
      return (await program.sandbox.api<Card>("POST", "/cards/", request)).body;
    },
    async reset(): Promise<void> {
      await program.clearFaults();
      await pool.query("delete from operations");
      await pool.query("delete from indexed_cards");
      await program.sandbox.reset();
    },
    async close(): Promise<void> {
      await stopJobs();
      await program.close();
    },
  };
}
