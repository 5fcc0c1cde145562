"use server";

import { startIssueRunOperation } from "@/lib/approvals/operations/start-issue-run";
import { defineAction } from "./define-action";

/** A card can't be removed once it is issued. */
export const startIssueRun = defineAction({
  permission: "bulk.run",
  confirmation: "recent",
  ...startIssueRunOperation,
});
