"use server";

import { z } from "zod";
import { approve } from "@/lib/approvals/decide";
import { DecisionComment } from "@/lib/domain/approvals/approval-note";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";

/** Runs what was requested, as the requester's operation. Nobody approves their own request. */
export const approveRequest = defineAction({
  permission: "approvals.decide",
  confirmation: "recent",
  input: z.object({
    requestId: OwnId,
    /** What the screen showed. */
    seen: z.string().regex(/^[0-9a-f]{64}$/),
    comment: DecisionComment,
    acknowledgesSameDevice: z.boolean(),
  }),
  action: "approval.approve",
  target: ({ requestId }) => requestId,
  async run({ input, actor, request, trace }) {
    const approved = await approve(input, { actor, request });
    if (!approved.ok) return approved;
    trace.target = approved.data.target ?? input.requestId;
    if (input.comment) trace.message = input.comment;
    return success(null);
  },
});
