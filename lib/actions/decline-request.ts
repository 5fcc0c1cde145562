"use server";

import { z } from "zod";
import { decline } from "@/lib/approvals/decide";
import { ApprovalReason } from "@/lib/domain/approvals/approval-note";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";

export const declineRequest = defineAction({
  permission: "approvals.decide",
  confirmation: "none",
  input: z.object({ requestId: OwnId, comment: ApprovalReason }),
  action: "approval.decline",
  target: ({ requestId }) => requestId,
  async run({ input, actor, request, trace }) {
    const declined = await decline(input, { actor, request });
    if (!declined.ok) return declined;
    trace.target = declined.data.target ?? input.requestId;
    trace.message = input.comment;
    return success(null);
  },
});
