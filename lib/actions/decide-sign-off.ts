"use server";

import { z } from "zod";
import { approve, decline, withdraw } from "@/lib/approvals/decide";
import { findRequest } from "@/lib/approvals/requests";
import { ApprovalReason, DecisionComment } from "@/lib/domain/approvals/new-approval-note";
import { failure } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";

/** The second person of a sign-off is someone who may sign off, which isn't everyone who decides on other requests. */
export const decideSignOff = defineAction({
  permission: "reconciliation.sign-off",
  confirmation: "recent",
  input: z.discriminatedUnion("decision", [
    z.object({
      decision: z.literal("approve"),
      requestId: OwnId,
      /** What the screen showed. */
      seen: z.string().regex(/^[0-9a-f]{64}$/),
      comment: DecisionComment,
      acknowledgesSameDevice: z.boolean(),
    }),
    z.object({ decision: z.literal("decline"), requestId: OwnId, comment: ApprovalReason }),
    /** Only by the requester. */
    z.object({ decision: z.literal("withdraw"), requestId: OwnId }),
  ]),
  action: "approval.approve",
  actionOf: ({ decision }) => `approval.${decision}`,
  target: ({ requestId }) => requestId,
  async run({ input, ...decider }) {
    const request = await findRequest(input.requestId);
    if (request?.kind !== "sign-off")
      return failure({
        code: "not-found",
        message: "This request doesn’t exist.",
        requestId: decider.request.requestId,
        retry: "never",
      });
    if (input.decision === "approve") return approve(input, decider);
    return input.decision === "decline" ? decline(input, decider) : withdraw(input, decider);
  },
});
