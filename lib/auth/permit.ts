import "server-only";
import { can, isForEnrollment, type Permission } from "@/lib/domain/people/permissions";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import { SIGNED_OUT } from "@/lib/domain/signed-out";
import { currentActor, currentEnrollee } from "./actor";
import type { RequestInfo } from "./request-info";
import type { Actor } from "./sessions";
import { recordDenied } from "./throttle-log";

/**
 * The attempted action as the audit log records it if it is denied. `action` is always one of our own constants, never
 * text from the client.
 */
export type Attempt = { action: string; message?: string; target?: string | null };

export const ACCESS_DENIED = "access.denied";

/**
 * The only place that authorizes requests: it requires a valid session and a role with the permission. A session that
 * lacks a required second factor can only add one or end. `attempt` is evaluated only if a signed-in person is denied.
 */
export async function permit(
  permission: Permission,
  attempt: Attempt | (() => Promise<Attempt>),
  request: RequestInfo,
): Promise<Result<Actor>> {
  const signedIn = await currentActor();
  const enrollee = signedIn ? null : await currentEnrollee();
  const actor = signedIn ?? (isForEnrollment(permission) ? enrollee : null);
  if (!actor) return failure(enrollee ? noFactorError(request.requestId) : signedOutError(request.requestId));
  if (can(actor.role, permission)) return success(actor);
  const { id, name, role } = actor;
  const deniedAttempt = typeof attempt === "function" ? await attempt() : attempt;
  await recordDenied({ id, name, role }, deniedAttempt, request.address);
  return failure(forbiddenError(request.requestId));
}

function signedOutError(requestId: string): AppError {
  return {
    code: "signed-out",
    message: SIGNED_OUT,
    requestId,
    retry: "safe",
  };
}

/** Like a missing session for every caller: the sign-in page leads to the enrollment. */
function noFactorError(requestId: string): AppError {
  return {
    code: "signed-out",
    message: "Your role requires a second factor. Reload the page to add one.",
    requestId,
    retry: "safe",
  };
}

function forbiddenError(requestId: string): AppError {
  return { code: "forbidden", message: "Your role doesn’t allow this.", requestId, retry: "never" };
}
