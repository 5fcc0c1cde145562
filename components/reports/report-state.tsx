import { Badge, type Shape, type Tone } from "@/components/ui/values/badge";
import type { ReportState } from "@/lib/domain/reports/report";

const STYLES = {
  queued: { tone: "neutral", shape: "half", label: "Queued" },
  requested: { tone: "accent", shape: "ring", label: "Requested" },
  "link-received": { tone: "accent", shape: "dot", label: "Link received" },
  captured: { tone: "good", shape: "check", label: "Ready" },
  failed: { tone: "bad", shape: "cross", label: "Failed" },
  withdrawn: { tone: "neutral", shape: "back", label: "Canceled" },
} as const satisfies Record<ReportState, { tone: Tone; shape: Shape; label: string }>;

export function ReportStateBadge({ state }: { state: ReportState }) {
  const { tone, shape, label } = STYLES[state];
  return (
    <Badge tone={tone} shape={shape}>
      {label}
    </Badge>
  );
}

export function reportStateStyle(state: string): { tone: Tone; shape: Shape; label: string } {
  return Object.hasOwn(STYLES, state)
    ? STYLES[state as ReportState]
    : { tone: "neutral", shape: "dot", label: state };
}
