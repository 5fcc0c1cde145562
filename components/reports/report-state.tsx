import { Badge, type Shape, type Tone } from "@/components/ui/badge";
import type { ReportState } from "@/lib/domain/report";

const LOOK = {
  queued: { tone: "neutral", shape: "half", word: "Queued" },
  requested: { tone: "accent", shape: "ring", word: "Requested" },
  "link-received": { tone: "accent", shape: "dot", word: "Link received" },
  captured: { tone: "good", shape: "check", word: "Ready" },
  failed: { tone: "bad", shape: "cross", word: "Failed" },
  withdrawn: { tone: "neutral", shape: "back", word: "Canceled" },
} as const satisfies Record<ReportState, { tone: Tone; shape: Shape; word: string }>;

export function ReportStateBadge({ state }: { state: ReportState }) {
  const { tone, shape, word } = LOOK[state];
  return (
    <Badge tone={tone} shape={shape}>
      {word}
    </Badge>
  );
}

export function reportStateLook(state: string): { tone: Tone; shape: Shape; word: string } {
  return Object.hasOwn(LOOK, state)
    ? LOOK[state as ReportState]
    : { tone: "neutral", shape: "dot", word: state };
}
