import { z } from "zod";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";

export const APPROVAL_REASON_MAX_CHARACTERS = 500;

const sentence = z
  .string()
  .trim()
  .max(APPROVAL_REASON_MAX_CHARACTERS, {
    error: `must be at most ${APPROVAL_REASON_MAX_CHARACTERS} characters`,
    abort: true,
  })
  .transform(maskCardSecrets);

export const ApprovalReason = sentence.refine((text) => text !== "", { error: "must not be empty" });

/** Required to decline, optional to approve. */
export const DecisionComment = sentence;

/** What a person adds to an action that needs a second person. */
export const ApprovalNote = z.object({
  reason: ApprovalReason,
  /** Act alone; only for admins. */
  isEmergency: z.boolean().default(false),
});
export type ApprovalNote = z.input<typeof ApprovalNote>;

/** The result of an action that waits for a second person instead of running. */
export type ApprovalRequested = { approvalRequested: { id: string; expiresAt: string } };

export function isApprovalRequested(data: unknown): data is ApprovalRequested {
  return typeof data === "object" && data !== null && "approvalRequested" in data;
}
