"use server";

import { startBlockRunOperation } from "@/lib/approvals/operations/start-block-run";
import { defineAction } from "./define-action";

/** Permanent: the cards can't be unblocked. */
export const startBlockRun = defineAction({
  permission: "bulk.run",
  confirmation: "recent",
  ...startBlockRunOperation,
});
