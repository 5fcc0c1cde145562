import "server-only";
import type { z } from "zod";
import {
  beginOperation,
  finishOperation,
  type Intent,
  type Trace,
  waitForOperation,
} from "@/lib/audit/operations";
import { findMissingConfirmation } from "@/lib/auth/confirmation/recent-confirmation";
import { type Attempt, permit } from "@/lib/auth/permit";
import { type RequestInfo, requestInfo } from "@/lib/auth/request-info";
import { type Actor, recordActivity } from "@/lib/auth/sessions";
import { fieldErrors } from "@/lib/contract/error";
import type { Permission } from "@/lib/domain/people/permissions";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { isStorableDeep } from "@/lib/domain/text/storable-text";
import { publish } from "@/lib/events/bus";
import { sendJob } from "@/lib/jobs/queue";
import { RESOLVE_JOB } from "@/lib/jobs/resolve-operations";
import { log } from "@/lib/log";

export type ActionContext<Input> = {
  input: Input;
  actor: Actor;
  request: RequestInfo;
  operationId: string;
  /** What the audit entry has besides the input: the state before and after, and the issuer's response. */
  trace: Trace;
};

export type ActionDefinition<Input extends z.ZodType, Data> = {
  permission: Permission;
  /**
   * "recent" for what is irreversible or far-reaching: the person must have confirmed in the last ten minutes that it
   * is them. Not optional, so that nobody forgets to choose.
   */
  confirmation: "recent" | "none";
  input: Input;
  /** Its name in the audit log, even if the input is invalid. */
  action: string;
  /** Its name in the audit log, if it depends on the input. */
  actionOf?(input: z.output<Input>): string;
  /** The ID of the record it changes, if the input has it. */
  target(input: z.output<Input>): string | null;
  run(context: ActionContext<z.output<Input>>): Promise<Result<Data>>;
  /**
   * For actions that are not business events, such as saving a draft. Permissions and input are checked as usual, but
   * no operation and no audit entry is created, so a repeated call must be harmless.
   */
  audited?: false;
  /** Rejected while the same action is open on the same target, because that one may still succeed. */
  isExclusive?: true;
  /** Removes what must not be stored for repeated calls, such as a link that is shown only once. */
  redactForReplay?(data: Data): Data;
  /** Published after success. */
  topics?(input: z.output<Input>, data: Data): string[];
};

export type Action<Input extends z.ZodType, Data> = (
  operationId: string,
  input: z.input<Input>,
) => Promise<Result<Data>>;

const WAIT_FOR_DUPLICATE_MS = 15_000;

/**
 * Every write runs in this order: permit → parse → confirm → audit begin → run → audit finish → publish. Input from
 * callers without a session is not parsed. The browser creates one operation ID per intent: a repeated ID runs once, and both
 * calls get the same result.
 */
export function defineAction<Input extends z.ZodType, Data>(
  definition: ActionDefinition<Input, Data>,
): Action<Input, Data> {
  return async (rawOperationId, rawInput) => {
    const request = await requestInfo();
    const permitted = await permit(definition.permission, () => toAttempt(definition, rawInput), request);
    if (!permitted.ok) return permitted;
    const parsed = definition.input.safeParse(rawInput);
    if (!parsed.success) return failure(invalid(request, fieldErrors(parsed.error)));
    if (!isStorableDeep(parsed.data)) return failure(invalid(request, {}));
    const { data: operationId } = OwnId.safeParse(rawOperationId);
    if (!operationId) {
      return failure(invalid(request, { operationId: "must be a UUID" }));
    }
    const unconfirmed =
      definition.confirmation === "recent" &&
      (await findMissingConfirmation(permitted.data, request.requestId));
    if (unconfirmed) return failure(unconfirmed);
    const description = describe(definition, parsed.data);
    const context = { input: parsed.data, actor: permitted.data, request, operationId, trace: {} };
    if (definition.audited === false) return runSafely(definition, description.action, context);
    await recordActivity(permitted.data.sessionId);
    const { id, name, role } = permitted.data;
    const intent: Intent = {
      ...description,
      operationId,
      actor: { id, name, role },
      input: parsed.data,
      address: request.address,
      isExclusive: definition.isExclusive ?? false,
    };
    const started = await beginOperation(intent);
    if (started.is === "new") return runOperation(definition, intent, context);
    if (started.is === "finished") return started.result as Result<Data>;
    if (started.is === "rejected") {
      await publish(["audit", ...cardTopics(intent)]);
      return started.result;
    }
    if (started.is === "running")
      return ((await waitForOperation(operationId, WAIT_FOR_DUPLICATE_MS)) ??
        failure(stillRunning(request))) as Result<Data>;
    return failure(conflictingIntent(request));
  };
}

/** What the audit log records if the person lacks the permission; invalid input is left out. */
function toAttempt<Input extends z.ZodType, Data>(
  definition: ActionDefinition<Input, Data>,
  rawInput: unknown,
): Attempt {
  const parsed = definition.input.safeParse(rawInput);
  const isValid = parsed.success && isStorableDeep(parsed.data);
  return isValid ? describe(definition, parsed.data) : { action: definition.action };
}

function describe<Input extends z.ZodType, Data>(
  { action, actionOf, target }: ActionDefinition<Input, Data>,
  input: z.output<Input>,
) {
  return { action: actionOf?.(input) ?? action, target: target(input) };
}

async function runOperation<Input extends z.ZodType, Data>(
  definition: ActionDefinition<Input, Data>,
  intent: Intent,
  context: ActionContext<z.output<Input>>,
): Promise<Result<Data>> {
  const startedAt = performance.now();
  const result = await runSafely(definition, intent.action, context);
  const replayResult =
    result.ok && definition.redactForReplay ? success(definition.redactForReplay(result.data)) : result;
  const recordedResult = await finishOperation(
    intent,
    replayResult,
    context.trace,
    Math.round(performance.now() - startedAt),
  );
  // Another process may have resolved the operation in the meantime; its result wins.
  const finalResult = recordedResult === replayResult ? result : (recordedResult as Result<Data>);
  const isUnknown = !finalResult.ok && finalResult.error.code === "unknown-outcome";
  logAction(intent, finalResult, Math.round(performance.now() - startedAt));
  if (isUnknown) await resolveSoon();
  await publish([
    "audit",
    ...(isUnknown ? ["attention"] : []),
    ...cardTopics(intent),
    ...(finalResult.ok && definition.topics ? definition.topics(context.input, finalResult.data) : []),
  ]);
  return finalResult;
}

/** If it fails, the job's next scheduled run resolves the operation. */
async function resolveSoon(): Promise<void> {
  await sendJob(RESOLVE_JOB, {}, { afterSeconds: 1 }).catch((error) =>
    log().error({ err: error }, "Could not send the job that resolves unknown outcomes"),
  );
}

/** The target is logged as a card ID only after success: until then it may be arbitrary input. */
function logAction(intent: Intent, finalResult: Result<unknown>, durationMs: number): void {
  const { action, target, actor, operationId } = intent;
  const outcome = finalResult.ok ? "succeeded" : finalResult.error.code;
  const cardId = finalResult.ok && action.startsWith("card.") ? target : null;
  const level = outcome === "unknown-outcome" || outcome === "internal" ? "warn" : "info";
  log()[level](
    { action, outcome, cardId, role: actor.role, personId: actor.id, operationId, durationMs },
    "Action",
  );
}

async function runSafely<Input extends z.ZodType, Data>(
  definition: ActionDefinition<Input, Data>,
  action: string,
  context: ActionContext<z.output<Input>>,
): Promise<Result<Data>> {
  try {
    return await definition.run(context);
  } catch (error) {
    log().error({ err: error, action, requestId: context.request.requestId }, "Action threw an error");
    return failure(internal(context.request));
  }
}

/** Failed actions appear on the card's timeline too. */
function cardTopics({ action, target }: Intent): string[] {
  return target && action.startsWith("card.") ? [`card:${target}`] : [];
}

function invalid({ requestId }: RequestInfo, fields: AppError["fields"] & object): AppError {
  return {
    code: "invalid",
    message: "Some fields aren’t valid.",
    requestId,
    retry: "never",
    fields,
  };
}

function stillRunning({ requestId }: RequestInfo): AppError {
  return {
    code: "in-progress",
    message: "This request is still in progress. The outcome will appear automatically.",
    requestId,
    retry: "unsafe",
  };
}

function conflictingIntent({ requestId }: RequestInfo): AppError {
  return {
    code: "conflict",
    message: "This request was already sent with different content. Start over.",
    requestId,
    retry: "never",
  };
}

function internal({ requestId }: RequestInfo): AppError {
  return {
    code: "internal",
    message: "Something went wrong on our side. If you contact support, include the request ID.",
    requestId,
    retry: "unsafe",
  };
}
