"use server";

import { changePoliciesOperation } from "@/lib/approvals/operations/change-policies";
import { defineAction } from "./define-action";

/** Needs a second person itself while any policy is on. */
export const changePolicies = defineAction({
  permission: "approvals.manage",
  confirmation: "recent",
  ...changePoliciesOperation,
});
