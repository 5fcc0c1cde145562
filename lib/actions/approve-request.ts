"use server";

import { z } from "zod";
import { approve } from "@/lib/approvals/decide";
import { DecisionComment } from "@/lib/domain/approvals/new-approval-note";
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
  run: ({ input, ...decider }) => approve(input, decider),
});
