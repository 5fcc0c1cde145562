import { Badge, type Shape, type Tone } from "@/components/ui/badge";
import type { AuditOutcome } from "@/lib/domain/audit-log";

const LOOK = {
  begun: { tone: "neutral", shape: "half", word: "Started" },
  succeeded: { tone: "good", shape: "check", word: "Succeeded" },
  failed: { tone: "bad", shape: "cross", word: "Failed" },
  unknown: { tone: "warn", shape: "alert", word: "Unknown" },
  denied: { tone: "bad", shape: "barred", word: "Denied" },
} as const satisfies Record<AuditOutcome, { tone: Tone; shape: Shape; word: string }>;

export function OutcomeBadge({ outcome }: { outcome: AuditOutcome }) {
  const { tone, shape, word } = LOOK[outcome];
  return (
    <Badge tone={tone} shape={shape}>
      {word}
    </Badge>
  );
}

export function outcomeWord(outcome: AuditOutcome): string {
  return LOOK[outcome].word;
}
