import "server-only";
import { createHash } from "node:crypto";
import type { ApprovalChange } from "@/lib/domain/approvals/approval-request";
import type { Result } from "@/lib/domain/result";
import { canonicalJson } from "@/lib/domain/text/canonical-json";
import type { TargetState } from "./approval-rule";
import { governedOperation } from "./governed-operations";
import type { RequestContent, StoredRequest } from "./requests";

/** The request's target as it is now, never from a copy. */
export function readCurrentState(
  request: StoredRequest,
  { input }: RequestContent,
  requestId: string,
): Promise<Result<TargetState>> {
  return governedOperation(request).approval.readState(input, {
    isFresh: true,
    requestId,
    requesterId: request.requester.id,
  });
}

/** Identifies exactly what an approver sees: the frozen request, and its target as it is now. */
export function versionOf({ id }: StoredRequest, content: RequestContent, state: TargetState): string {
  return createHash("sha256")
    .update(canonicalJson([id, content, state]))
    .digest("hex");
}

export function findDifferences(before: TargetState, now: TargetState): ApprovalChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .map((name) => ({ name, before: before[name] ?? null, after: now[name] ?? null }))
    .filter(({ before, after }) => before !== after);
}
