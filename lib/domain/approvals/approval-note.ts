export const APPROVAL_REASON_MAX_CHARACTERS = 500;

/** What a person adds to an action that needs a second person. */
export type ApprovalNote = {
  reason: string;
  /** Act alone; only for admins. */
  isEmergency?: boolean | undefined;
};

/** The result of an action that waits for a second person instead of running. */
export type ApprovalRequested = { approvalRequested: { id: string; expiresAt: string } };

export function isApprovalRequested(data: unknown): data is ApprovalRequested {
  return typeof data === "object" && data !== null && "approvalRequested" in data;
}
