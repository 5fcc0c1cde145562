import { type ApprovalRequested, isApprovalRequested } from "@/lib/domain/approvals/approval-note";
import type { Result } from "@/lib/domain/result";

/** The request that now waits for a second person, if that was the answer. */
export function askedIn(result: Result<unknown> | null): ApprovalRequested["approvalRequested"] | null {
  return result?.ok && isApprovalRequested(result.data) ? result.data.approvalRequested : null;
}

/** Whether the person was told that it is done, and not only asked for. */
export function isDone(result: Result<unknown> | null): boolean {
  return Boolean(result?.ok) && !askedIn(result);
}
