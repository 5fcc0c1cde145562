import "server-only";
import type { z } from "zod";
import {
  type ApprovalRule,
  askForApproval,
  hasOperation,
  isEmergencyNote,
  isRequestId,
  withDone,
} from "@/lib/approvals/gate";
import { beginOperation, type Intent, waitForOperation } from "@/lib/audit/operations";
import {
  cardTopics,
  commitUnaudited,
  type Operation,
  type OperationContext,
  runOperation,
  runSafely,
} from "@/lib/audit/run-operation";
import type { TargetCheck } from "@/lib/audit/target-check";
import { findMissingConfirmation } from "@/lib/auth/confirmation/recent-confirmation";
import { type Attempt, permit } from "@/lib/auth/permit";
import { type RequestInfo, requestInfo } from "@/lib/auth/request-info";
import { type Actor, recordActivity } from "@/lib/auth/sessions";
import { fieldErrors } from "@/lib/contract/error";
import {
  type ApprovalNote,
  type ApprovalRequested,
  isApprovalRequested,
} from "@/lib/domain/approvals/approval-note";
import type { Permission } from "@/lib/domain/people/permissions";
import { type AppError, failure, type Result } from "@/lib/domain/result";
import { isWithinSize } from "@/lib/domain/text/is-within-size";
import { OwnId } from "@/lib/domain/text/own-id";
import { isStorableDeep } from "@/lib/domain/text/storable-text";
import { publish } from "@/lib/events/bus";
import { count } from "@/lib/metrics/record";
import { withSpan } from "@/lib/tracing/span";

export type ActionContext<Input> = OperationContext<Input> & { actor: Actor; request: RequestInfo };

type Confirmation = "recent" | "none";

export type ActionDefinition<Input extends z.ZodType, Data> = Operation<
  z.output<Input>,
  Data,
  ActionContext<z.output<Input>>
> & {
  permission: Permission;
  /**
   * "recent" for what can't be undone, decides who has access, or takes records out (decision 41): the person must have
   * confirmed in the last ten minutes that it is them. Not optional, so that nobody forgets to choose.
   */
  confirmation: Confirmation | ((input: z.output<Input>) => Confirmation);
  input: Input;
  /** Its name in the audit log, even if the input is invalid. */
  action: string;
  /** Its name in the audit log, if it depends on the input. */
  actionOf?(input: z.output<Input>): string;
  /** The ID of the record it changes, if the input has it. */
  target(input: z.output<Input>): string | null;
  /** Needed if the target can be any text. */
  targetCheck?: TargetCheck<z.output<Input>>;
  /**
   * For actions that are not business events, such as saving a draft. Permissions and input are checked as usual, but
   * no operation and no audit entry is created, so a repeated call must be harmless.
   */
  audited?: false;
  /** Rejected while the same action is open on the same target, because that one may still succeed. */
  isExclusive?: true;
  /** A policy may ask for a second person (lib/approvals/gate.ts). */
  approval?: ApprovalRule<z.output<Input>>;
};

export type Action<Input extends z.ZodType, Data> = (
  operationId: string,
  input: z.input<Input>,
) => Promise<Result<Data>>;

/** The note is needed only while a policy applies. */
export type GovernedAction<Input extends z.ZodType, Data> = (
  operationId: string,
  input: z.input<Input>,
  note?: ApprovalNote,
) => Promise<Result<Data | ApprovalRequested>>;

const WAIT_FOR_DUPLICATE_MS = 15_000;

/**
 * Every write runs in this order: permit → parse → confirm → target check → approval → audit begin → run → audit finish
 * and publish. Input from callers without a session is not parsed. The browser creates one operation ID per intent: a
 * repeated ID runs once, and both calls get the same result.
 */
export function defineAction<Input extends z.ZodType, Data>(
  definition: ActionDefinition<Input, Data> & { approval?: undefined },
): Action<Input, Data>;
export function defineAction<Input extends z.ZodType, Data>(
  definition: ActionDefinition<Input, Data> & { approval: ApprovalRule<z.output<Input>> },
): GovernedAction<Input, Data>;
export function defineAction<Input extends z.ZodType, Data>(
  definition: ActionDefinition<Input, Data>,
): GovernedAction<Input, Data> {
  const perform: GovernedAction<Input, Data> = async (rawOperationId, rawInput, rawNote) => {
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
    const { confirmation } = definition;
    const mustConfirm =
      (typeof confirmation === "function" ? confirmation(parsed.data) : confirmation) === "recent" ||
      (definition.approval && isEmergencyNote(rawNote));
    const unconfirmed = mustConfirm && (await findMissingConfirmation(permitted.data, request.requestId));
    if (unconfirmed) return failure(unconfirmed);
    const missing = await findMissingTarget(definition, operationId, parsed.data, request);
    if (missing) return failure(missing);
    const description = describe(definition, parsed.data);
    const context = { input: parsed.data, actor: permitted.data, request, operationId, trace: {} };
    if (definition.audited === false)
      return runSafely(definition, description.action, { ...context, commit: commitUnaudited });
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
    let done: string | undefined;
    if (definition.approval) {
      const asked = await askForApproval(definition.approval, intent, rawNote, request);
      if (asked.is === "answered") return asked.result;
      if (asked.note) intent.note = asked.note;
      done = asked.done;
    } else if (await isRequestId(operationId)) return failure(conflictingIntent(request));
    const started = await beginOperation(intent);
    if (started.is === "new") return withDone(await runOperation(definition, intent, context), done);
    if (started.is === "finished") return started.result as Result<Data>;
    if (started.is === "rejected") {
      await publish(["audit", ...cardTopics(intent)]);
      return withDone(started.result, done);
    }
    if (started.is === "running")
      return ((await waitForOperation(operationId, WAIT_FOR_DUPLICATE_MS)) ??
        failure(stillRunning(request))) as Result<Data>;
    return failure(conflictingIntent(request));
  };
  const { action } = definition;
  return (...call) =>
    withSpan({ name: `action ${action}`, attributes: { "cardwell.action": action } }, async (span) => {
      let outcome = "internal";
      try {
        const result = await perform(...call);
        outcome = outcomeLabel(result);
        return result;
      } finally {
        count("cardwell_actions_total", { action, outcome });
        span?.set({ "cardwell.outcome": outcome });
      }
    });
}

function outcomeLabel(result: Result<unknown>): string {
  if (!result.ok) return result.error.code;
  return isApprovalRequested(result.data) ? "approval-requested" : "succeeded";
}

/** Far more than an input that names a record; most of it is free text. */
const MAX_ATTEMPT_CHARACTERS = 20_000;

/**
 * What the audit log records if the person lacks the permission. Invalid input and an unknown target are left out, and
 * so is a large input: it names no single record, and whoever may not do this must not make the server parse a megabyte.
 */
async function toAttempt<Input extends z.ZodType, Data>(
  definition: ActionDefinition<Input, Data>,
  rawInput: unknown,
): Promise<Attempt> {
  if (!isWithinSize(rawInput, MAX_ATTEMPT_CHARACTERS)) return { action: definition.action };
  const parsed = definition.input.safeParse(rawInput);
  if (!parsed.success || !isStorableDeep(parsed.data)) return { action: definition.action };
  const description = describe(definition, parsed.data);
  const isKnown = (await definition.targetCheck?.isKnown(parsed.data)) ?? true;
  return isKnown ? description : { action: description.action };
}

/** An intent that was sent before gets its answer, whatever has become of its target. */
async function findMissingTarget<Input extends z.ZodType, Data>(
  { targetCheck }: ActionDefinition<Input, Data>,
  operationId: string,
  input: z.output<Input>,
  { requestId }: RequestInfo,
): Promise<AppError | null> {
  if (!targetCheck || (await targetCheck.isKnown(input))) return null;
  if ((await hasOperation(operationId)) || (await isRequestId(operationId))) return null;
  return targetCheck.findError(input, requestId);
}

function describe<Input extends z.ZodType, Data>(
  { action, actionOf, target }: ActionDefinition<Input, Data>,
  input: z.output<Input>,
) {
  return { action: actionOf?.(input) ?? action, target: target(input) };
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
