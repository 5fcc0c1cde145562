import "server-only";
import { can, type Permission } from "@/lib/domain/permissions";
import { type AppError, failure, type Result, success } from "@/lib/domain/result";
import { currentActor } from "./actor";
import type { RequestInfo } from "./request-info";
import type { Actor } from "./sessions";
import { recordDenied } from "./throttle-log";

/**
 * What someone tries to do, as the audit log names it when it is refused. Always words of ours: an address or an input
 * that a caller made up is never an action.
 */
export type Attempt = { action: string; message?: string; target?: string | null };

export const ACCESS_DENIED = "access.denied";

/**
 * The one place that decides whether a request may go on: a live session, and a role that has the permission. The
 * attempt is described only when a signed-in person is refused.
 */
export async function permit(
  permission: Permission,
  attempt: Attempt | (() => Attempt),
  request: RequestInfo,
): Promise<Result<Actor>> {
  const actor = await currentActor();
  if (!actor) return failure(signedOut(request.requestId));
  if (can(actor.role, permission)) return success(actor);
  const { id, name, role } = actor;
  const described = typeof attempt === "function" ? attempt() : attempt;
  await recordDenied({ id, name, role }, described, request.address);
  return failure(forbidden(request.requestId));
}

function signedOut(requestId: string): AppError {
  return {
    code: "signed-out",
    message: "You’re signed out. Sign in and try again.",
    requestId,
    retry: "safe",
  };
}

function forbidden(requestId: string): AppError {
  return { code: "forbidden", message: "Your role doesn’t allow this.", requestId, retry: "never" };
}
