import { Badge, type Shape, type Tone } from "@/components/ui/values/badge";
import type { AuditOutcome } from "@/lib/domain/people/audit-log";

const STYLES = {
  begun: { tone: "neutral", shape: "half", label: "Started" },
  succeeded: { tone: "good", shape: "check", label: "Succeeded" },
  failed: { tone: "bad", shape: "cross", label: "Failed" },
  unknown: { tone: "warn", shape: "alert", label: "Unknown" },
  denied: { tone: "bad", shape: "barred", label: "Denied" },
} as const satisfies Record<AuditOutcome, { tone: Tone; shape: Shape; label: string }>;

export function OutcomeBadge({ outcome }: { outcome: AuditOutcome }) {
  const { tone, shape, label } = STYLES[outcome];
  return (
    <Badge tone={tone} shape={shape}>
      {label}
    </Badge>
  );
}

export function outcomeLabel(outcome: AuditOutcome): string {
  return STYLES[outcome].label;
}
