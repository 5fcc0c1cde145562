import "server-only";
import type { GovernedOperation } from "./approval-rule";
import { blockCardOperation } from "./operations/block-card";
import { changePoliciesOperation } from "./operations/change-policies";
import { changeRoleOperation } from "./operations/change-role";
import { createCardOperation } from "./operations/create-card";
import { reissueCardOperation } from "./operations/reissue-card";
import { signOffPeriodOperation } from "./operations/sign-off-period";
import { startBlockRunOperation } from "./operations/start-block-run";
import { startIssueRunOperation } from "./operations/start-issue-run";

// biome-ignore lint/suspicious/noExplicitAny: a stored request was made by the operation of its action.
type AnyOperation = GovernedOperation<any, any>;

const GOVERNED_OPERATIONS: readonly AnyOperation[] = [
  blockCardOperation,
  startBlockRunOperation,
  startIssueRunOperation,
  reissueCardOperation,
  createCardOperation,
  changeRoleOperation,
  signOffPeriodOperation,
  changePoliciesOperation,
];

/** What a stored request runs once it is approved. */
export function governedOperation({ action }: { action: string }): AnyOperation {
  const found = GOVERNED_OPERATIONS.find((operation) => operation.action === action);
  if (!found) throw new Error(`No operation for requests of ${action}`);
  return found;
}
