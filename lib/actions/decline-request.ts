"use server";

import { z } from "zod";
import { decline } from "@/lib/approvals/decide";
import { ApprovalReason } from "@/lib/domain/approvals/new-approval-note";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";

export const declineRequest = defineAction({
  permission: "approvals.decide",
  confirmation: "none",
  input: z.object({ requestId: OwnId, comment: ApprovalReason }),
  action: "approval.decline",
  target: ({ requestId }) => requestId,
  run: ({ input, ...decider }) => decline(input, decider),
});
