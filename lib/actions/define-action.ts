import "server-only";
import type { z } from "zod";
import {
  beginOperation,
  finishOperation,
  type Intent,
  type Trace,
  waitForOperation,
} from "@/lib/audit/operations";
import { type Attempt, permit } from "@/lib/auth/permit";
import { type RequestInfo, requestInfo } from "@/lib/auth/request-info";
import { type Actor, recordActivity } from "@/lib/auth/sessions";
import { fieldErrors } from "@/lib/contract/error";
import { OwnId } from "@/lib/domain/own-id";
import type { Permission } from "@/lib/domain/permissions";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import { isStorableThroughout } from "@/lib/domain/storable-text";
import { publish } from "@/lib/events/bus";
import { sendJob } from "@/lib/jobs/queue";
import { SETTLE_JOB } from "@/lib/jobs/settle-operations";
import { log } from "@/lib/log";

export type ActionContext<Input> = {
  input: Input;
  actor: Actor;
  request: RequestInfo;
  operationId: string;
  /** What the audit row should say beyond the input: before, after, the issuer's answer. */
  trace: Trace;
};

export type ActionDefinition<Input extends z.ZodType, Data> = {
  permission: Permission;
  input: Input;
  /** Its name in the audit log, also where the input makes no sense. */
  action: string;
  /** Its name in the audit log, where the input decides it. */
  actionOf?(input: z.output<Input>): string;
  /** The id of what it is aimed at, as far as the input tells. */
  target(input: z.output<Input>): string | null;
  run(context: ActionContext<z.output<Input>>): Promise<Result<Data>>;
  /**
   * For what is no business event, such as keeping a draft while someone types. It is permitted and parsed like any
   * other; it is no operation and no line in the audit log but its own, and so must do no harm when it is sent twice.
   */
  isQuiet?: true;
  /** Refused while another one of it is open on the same target: it must not happen twice, and the first may have. */
  isExclusive?: true;
  /** What is kept of the data for a repeated call; without it all. A secret that is shown once is not kept. */
  kept?(data: Data): Data;
  /** What others should read again once this is done. */
  changes?(input: z.output<Input>, data: Data): string[];
};

export type Action<Input extends z.ZodType, Data> = (
  operationId: string,
  input: z.input<Input>,
) => Promise<Result<Data>>;

const WAIT_FOR_TWIN_MS = 15_000;

/**
 * A write, in the one order: permit → parse → audit begin → run → audit finish → publish. Nothing that someone
 * without a session sends is read. The operation id is made by the browser, one for one intent: the same id twice runs
 * once, and both get the same result.
 */
export function defineAction<Input extends z.ZodType, Data>(
  definition: ActionDefinition<Input, Data>,
): Action<Input, Data> {
  return async (givenId, given) => {
    const request = await requestInfo();
    const permitted = await permit(definition.permission, () => attemptOf(definition, given), request);
    if (!permitted.ok) return permitted;
    const parsed = definition.input.safeParse(given);
    if (!parsed.success) return failure(invalid(request, fieldErrors(parsed.error)));
    if (!isStorableThroughout(parsed.data)) return failure(invalid(request, {}));
    const { data: operationId } = OwnId.safeParse(givenId);
    if (!operationId) {
      return failure(invalid(request, { operationId: "must be a UUID made for this intent" }));
    }
    const description = describe(definition, parsed.data);
    const context = { input: parsed.data, actor: permitted.data, request, operationId, trace: {} };
    if (definition.isQuiet) return runSafely(definition, description.action, context);
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
    const begun = await beginOperation(intent);
    if (begun.is === "new") return carryOut(definition, intent, context);
    if (begun.is === "finished") return begun.result as Result<Data>;
    if (begun.is === "refused") {
      await publish(["audit", ...aboutCard(intent)]);
      return begun.result;
    }
    if (begun.is === "running")
      return ((await waitForOperation(operationId, WAIT_FOR_TWIN_MS)) ??
        failure(stillRunning(request))) as Result<Data>;
    return failure(foreign(request));
  };
}

/** What a person tried who may not do it. Of an input that makes no sense, nothing is recorded. */
function attemptOf<Input extends z.ZodType, Data>(
  definition: ActionDefinition<Input, Data>,
  given: unknown,
): Attempt {
  const parsed = definition.input.safeParse(given);
  const isReadable = parsed.success && isStorableThroughout(parsed.data);
  return isReadable ? describe(definition, parsed.data) : { action: definition.action };
}

function describe<Input extends z.ZodType, Data>(
  { action, actionOf, target }: ActionDefinition<Input, Data>,
  input: z.output<Input>,
) {
  return { action: actionOf?.(input) ?? action, target: target(input) };
}

async function carryOut<Input extends z.ZodType, Data>(
  definition: ActionDefinition<Input, Data>,
  intent: Intent,
  context: ActionContext<z.output<Input>>,
): Promise<Result<Data>> {
  const startedAt = performance.now();
  const result = await runSafely(definition, intent.action, context);
  const kept = result.ok && definition.kept ? success(definition.kept(result.data)) : result;
  const stands = await finishOperation(
    intent,
    kept,
    context.trace,
    Math.round(performance.now() - startedAt),
  );
  // Another process may have settled it meanwhile: what it found is what the person is told.
  const told = stands === kept ? result : (stands as Result<Data>);
  const isUnknown = !told.ok && told.error.code === "unknown-outcome";
  logAction(intent, told, Math.round(performance.now() - startedAt));
  if (isUnknown) await sendJob(SETTLE_JOB, {}, { afterSeconds: 1 });
  await publish([
    "audit",
    ...(isUnknown ? ["attention"] : []),
    ...aboutCard(intent),
    ...(told.ok && definition.changes ? definition.changes(context.input, told.data) : []),
  ]);
  return told;
}

/** An id that somebody typed is not known to be a card's before the action has succeeded. */
function logAction(intent: Intent, told: Result<unknown>, durationMs: number): void {
  const { action, target, actor, operationId } = intent;
  const outcome = told.ok ? "succeeded" : told.error.code;
  const cardId = told.ok && action.startsWith("card.") ? target : null;
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

/** Also what failed on a card belongs on its timeline, which is open on somebody's screen. */
function aboutCard({ action, target }: Intent): string[] {
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

function foreign({ requestId }: RequestInfo): AppError {
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
