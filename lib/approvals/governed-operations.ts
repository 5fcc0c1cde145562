import "server-only";
import type { PolicyKind } from "@/lib/domain/approvals/policies";
import type { GovernedOperation } from "./approval-rule";
import { blockCardOperation } from "./operations/block-card";
import { changePoliciesOperation } from "./operations/change-policies";
import { changeRoleOperation } from "./operations/change-role";
import { createCardOperation } from "./operations/create-card";
import { reissueCardOperation } from "./operations/reissue-card";
import { signOffPeriodOperation } from "./operations/sign-off-period";

// biome-ignore lint/suspicious/noExplicitAny: a stored request was made by the operation of its kind.
type AnyOperation = GovernedOperation<any, any>;

export const GOVERNED_OPERATIONS: Record<PolicyKind, AnyOperation> = {
  block: blockCardOperation,
  reissue: reissueCardOperation,
  issue: createCardOperation,
  role: changeRoleOperation,
  "sign-off": signOffPeriodOperation,
  policy: changePoliciesOperation,
};
