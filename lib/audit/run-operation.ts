import "server-only";
import type pg from "pg";
import type { RequestInfo } from "@/lib/auth/request-info";
import type { Actor } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import { publishOn } from "@/lib/events/bus";
import { sendJob } from "@/lib/jobs/queue";
import { RESOLVE_JOB } from "@/lib/jobs/resolve-operations";
import { log } from "@/lib/log";
import { count } from "@/lib/metrics/record";
import { inTransaction } from "@/lib/postgres/open-database";
import { withSpan } from "@/lib/tracing/span";
import { type Commit, finishInTransaction, type Intent, outcomeOf, type Trace } from "./operations";

export type OperationContext<Input> = {
  input: Input;
  actor: Pick<Actor, "id" | "name" | "role">;
  request: Pick<RequestInfo, "requestId">;
  operationId: string;
  /** What the audit entry has besides the input: the state before and after, and the issuer's response. */
  trace: Trace;
  /** For effects in our own database. */
  commit: Commit;
};

/** What runs once an intent was recorded. */
export type Operation<Input, Data, Context extends OperationContext<Input> = OperationContext<Input>> = {
  run(context: Context): Promise<Result<Data>>;
  /** Removes what must not be stored for repeated calls, such as a link that is shown only once. */
  redactForReplay?(data: Data): Data;
  /** Published after success. */
  topics?(input: Input, data: Data): string[];
};

/** Runs an intent that `beginOperation` has accepted as new, and records the outcome. */
export async function runOperation<Input, Data, Context extends OperationContext<Input>>(
  definition: Operation<Input, Data, Context>,
  intent: Intent,
  context: Omit<Context, "commit">,
): Promise<Result<Data>> {
  const { action, operationId } = intent;
  const attributes = { "cardwell.action": action, "cardwell.operation_id": operationId };
  return withSpan({ name: `operation ${action}`, attributes }, async (span) => {
    const result = await performOperation(definition, intent, context);
    span?.set({ "cardwell.outcome": result.ok ? "succeeded" : result.error.code });
    return result;
  });
}

async function performOperation<Input, Data, Context extends OperationContext<Input>>(
  definition: Operation<Input, Data, Context>,
  intent: Intent,
  context: Omit<Context, "commit">,
): Promise<Result<Data>> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  const isUnknown = (result: Result<Data>) => outcomeOf(result, context.trace) === "unknown";
  /** Returns the result that is stored: another process may have resolved the operation in the meantime. */
  const finish = async (client: pg.PoolClient, result: Result<Data>): Promise<Result<Data>> => {
    const replayResult =
      result.ok && definition.redactForReplay ? success(definition.redactForReplay(result.data)) : result;
    const stored = await finishInTransaction(client, intent, replayResult, context.trace, durationMs());
    await publishOn(client, [
      "audit",
      ...(isUnknown(result) ? ["attention"] : []),
      ...(context.trace.topics ?? []),
      ...cardTopics(intent),
      ...(result.ok && definition.topics ? definition.topics(context.input, result.data) : []),
    ]);
    return stored === replayResult ? result : (stored as Result<Data>);
  };
  let committed: Result<Data> | null = null;
  const commit = async (work: (client: pg.PoolClient) => Promise<Result<Data>>): Promise<Result<Data>> => {
    committed = await inTransaction(await pool(), async (client) => finish(client, await work(client)));
    return committed;
  };
  const result = await runSafely(definition, intent.action, {
    ...context,
    commit: commit as Commit,
  } as Context);
  // What the action does after its commit can't change the outcome.
  const finalResult = committed ?? (await inTransaction(await pool(), (client) => finish(client, result)));
  recordOutcome(intent, finalResult, durationMs());
  if (isUnknown(finalResult)) await resolveSoon();
  return finalResult;
}

/** For actions without an audit entry. */
export const commitUnaudited: Commit = async (work) => inTransaction(await pool(), work);

/** If it fails, the job's next scheduled run resolves the operation. */
async function resolveSoon(): Promise<void> {
  await sendJob(RESOLVE_JOB, {}, { afterSeconds: 1 }).catch((error) =>
    log().error({ err: error }, "Could not send the job that resolves unknown outcomes"),
  );
}

/** The target is logged as a card ID only after success: until then it may be arbitrary input. */
function recordOutcome(intent: Intent, finalResult: Result<unknown>, durationMs: number): void {
  const { action, target, actor, operationId } = intent;
  const outcome = finalResult.ok ? "succeeded" : finalResult.error.code;
  const cardId = finalResult.ok && action.startsWith("card.") ? target : null;
  count("cardwell_operations_total", { action, outcome });
  const level = outcome === "unknown-outcome" || outcome === "internal" ? "warn" : "info";
  log()[level](
    { action, outcome, cardId, role: actor.role, personId: actor.id, operationId, durationMs },
    "Action",
  );
}

export async function runSafely<Input, Data, Context extends OperationContext<Input>>(
  definition: Operation<Input, Data, Context>,
  action: string,
  context: Context,
): Promise<Result<Data>> {
  try {
    return await definition.run(context);
  } catch (error) {
    log().error({ err: error, action, requestId: context.request.requestId }, "Action threw an error");
    return failure(internal(context.request));
  }
}

/** Failed actions appear on the card's timeline too. */
export function cardTopics({ action, target }: Intent): string[] {
  return target && action.startsWith("card.") ? [`card:${target}`] : [];
}

function internal({ requestId }: Pick<RequestInfo, "requestId">): AppError {
  return {
    code: "internal",
    message: "Something went wrong on our side. If you contact support, include the request ID.",
    requestId,
    retry: "unsafe",
  };
}
