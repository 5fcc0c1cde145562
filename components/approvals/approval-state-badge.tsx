import { Badge } from "@/components/ui/values/badge";
import type { ApprovalItem, ApprovalState } from "@/lib/domain/approvals/approval-request";

const STATES = {
  waiting: { tone: "warn", shape: "half", label: "Waiting" },
  approved: { tone: "warn", shape: "half", label: "Approved, running" },
  declined: { tone: "bad", shape: "cross", label: "Declined" },
  withdrawn: { tone: "neutral", shape: "back", label: "Withdrawn" },
  expired: { tone: "neutral", shape: "barred", label: "Expired" },
  void: { tone: "neutral", shape: "barred", label: "Void" },
  emergency: { tone: "warn", shape: "alert", label: "Emergency" },
} as const satisfies Record<ApprovalState, object>;

export function ApprovalStateBadge({ item: { state, outcome, runId } }: { item: ApprovalItem }) {
  const { tone, shape, label } =
    outcome && state === "approved" ? (runId ? STARTED : DONE)[outcome.is] : STATES[state];
  return (
    <Badge tone={tone} shape={shape}>
      {label}
    </Badge>
  );
}

const DONE = {
  succeeded: { tone: "good", shape: "check", label: "Approved and done" },
  failed: { tone: "bad", shape: "cross", label: "Approved, failed" },
} as const;

/** A run goes on by itself. */
const STARTED = { ...DONE, succeeded: { ...DONE.succeeded, label: "Approved and started" } } as const;
