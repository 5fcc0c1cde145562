"use server";

import { signOffPeriodOperation } from "@/lib/approvals/operations/sign-off-period";
import { defineAction } from "./define-action";

export const signOffPeriod = defineAction({
  permission: "reconciliation.sign-off",
  confirmation: "recent",
  ...signOffPeriodOperation,
});
