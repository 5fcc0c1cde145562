import { z } from "zod";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { APPROVAL_REASON_MAX_CHARACTERS, type ApprovalNote } from "./approval-note";

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

export const NewApprovalNote = z.object({
  reason: ApprovalReason,
  isEmergency: z.boolean().default(false),
}) satisfies z.ZodType<unknown, ApprovalNote>;
