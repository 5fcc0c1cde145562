import "server-only";
import type { z } from "zod";
import type { Intent } from "@/lib/audit/operations";
import type { Operation } from "@/lib/audit/run-operation";
import type { ApprovalReview } from "@/lib/domain/approvals/approval-request";
import type { ApprovalPolicy, ApprovalSettings, PolicyKind } from "@/lib/domain/approvals/policies";
import type { AppError, Result } from "@/lib/domain/result";

/** What an approval is bound to, under the names that the approver sees. */
export type TargetState = Record<string, string | null>;

export type ReadOptions = {
  /** Forbids a copy. */
  isFresh: boolean;
  requesterId: string;
  requestId: string;
};

/** `done` is a sentence for a person whose request is then rejected. A problem stops both request and action. */
export type Precaution = { is: "taken"; done: string } | { is: "failed"; problem: AppError };

/** Which policy governs an action, and what the approver sees of it. */
export type ApprovalRule<Input> = {
  kind: PolicyKind;
  /** If another policy than the one of its kind can govern it. */
  policyOf?(input: Input, settings: ApprovalSettings): ApprovalPolicy;
  /** Asked only while the policy is on. */
  isNeeded(input: Input, policy: ApprovalPolicy): boolean;
  /** What can't wait for the second person, done before a request is stored or the action runs. Null for nothing. */
  precaution?(input: Input, intent: Intent, requestId: string): Promise<Precaution | null>;
  /** Why no emergency lets an admin do this alone; null if one does. */
  neverAlone?(input: Input, settings: ApprovalSettings): string | null;
  /** The target as it is now; an error if the action would be pointless. */
  readState(input: Input, options: ReadOptions): Promise<Result<TargetState>>;
  review(input: Input, state: TargetState): ApprovalReview;
  /** For a target that can change for good: why a waiting request ends once `readState` reports a conflict. */
  endReason?(input: Input): string;
};

/**
 * An action that can need a second person, without who may call it: the part that also runs in the background. The
 * action in lib/actions adds the permission.
 */
export type GovernedOperation<Schema extends z.ZodType, Data> = Operation<z.output<Schema>, Data> & {
  input: Schema;
  action: string;
  target(input: z.output<Schema>): string | null;
  isExclusive?: true;
  approval: ApprovalRule<z.output<Schema>>;
};

/** Infers the types of an operation. */
export function governed<Schema extends z.ZodType, Data, Extra extends object>(
  operation: GovernedOperation<Schema, Data> & Extra,
): GovernedOperation<Schema, Data> & Extra {
  return operation;
}
