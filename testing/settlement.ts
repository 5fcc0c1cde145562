import { randomUUID } from "node:crypto";
import { beginOperation, finishOperation, type Intent, storeEvidence } from "@/lib/audit/operations";
import type { Card } from "@/lib/contract/card";
import { failure, type Result } from "@/lib/domain/result";
import { stopJobs } from "@/lib/jobs/queue";
import { settleOperationsJob } from "@/lib/jobs/settle-operations";
import { sampleConsumerRequest } from "./arbitraries";
import { openTestProgram } from "./card-program";

/** Small, so that a day's cards take several pages. */
export const PAGE_SIZE = 3;
/** Longer than the issuer could take over anything at the default deadline. */
export const LONG_SECONDS = 60;

export const lost = failure({
  code: "unknown-outcome",
  message: "No answer came.",
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

type Stored = { state: string; attempts: number; target: string | null; result: Result<unknown> };

export type TestSettlement = Awaited<ReturnType<typeof openTestSettlement>>;

/** A program whose operations lose their answers, and whose time passes on demand. */
export async function openTestSettlement() {
  const program = await openTestProgram({ pageSize: PAGE_SIZE });
  const { pool } = program.db;

  /** Time passes for what is written down about the operations; nothing waits. */
  async function letTimePass(seconds: number, one: Intent | null = null): Promise<void> {
    await pool.query(
      `update operations set begun_at = begun_at - make_interval(secs => $1),
         sent_at = sent_at - make_interval(secs => $1),
         next_attempt_at = next_attempt_at - make_interval(secs => $1) where id = coalesce($2, id)`,
      [seconds, one?.operationId ?? null],
    );
  }

  return {
    program,
    letTimePass,
    /** An operation whose answer was lost, long enough ago to be judged. */
    async leaveUnknown(one: Intent, before: unknown = null, ageSeconds = LONG_SECONDS): Promise<void> {
      await beginOperation(one);
      await storeEvidence(one.operationId, { input: one.input, before });
      await finishOperation(one, lost, {}, 10_000);
      await letTimePass(ageSeconds, one);
    },
    /** One round of the job, for whatever is due within the hour. */
    async settle(): Promise<void> {
      await pool.query(
        "update operations set next_attempt_at = now() where next_attempt_at < now() + interval '1 hour'",
      );
      await settleOperationsJob.run({});
    },
    async stored(one: Intent): Promise<Stored> {
      const { rows } = await pool.query<Stored>(
        "select state, attempts, target, result from operations where id = $1",
        [one.operationId],
      );
      const [row] = rows;
      if (!row) throw new Error("There is no such operation");
      return row;
    },
    async create(request: unknown): Promise<Card> {
      return (await program.sandbox.api<Card>("POST", "/cards/", request)).body;
    },
    async empty(): Promise<void> {
      await program.clearFaults();
      await pool.query("delete from operations");
      await pool.query("delete from indexed_cards");
      await program.sandbox.empty();
    },
    async close(): Promise<void> {
      await stopJobs();
      await program.close();
    },
  };
}
