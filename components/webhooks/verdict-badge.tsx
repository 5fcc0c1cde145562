import { Badge, type Shape, type Tone } from "@/components/ui/values/badge";
import type { WebhookEffect, WebhookVerdict } from "@/lib/domain/webhook-delivery";

type BadgeStyle = { tone: Tone; shape: Shape; label: string };

const VERDICT_STYLES = {
  accepted: { tone: "good", shape: "check", label: "Verified" },
  unsigned: { tone: "bad", shape: "barred", label: "Unsigned" },
  "wrong-secret": { tone: "bad", shape: "cross", label: "Wrong secret" },
  altered: { tone: "bad", shape: "alert", label: "Body altered" },
  "too-old": { tone: "bad", shape: "half", label: "Timestamp too old" },
  "too-new": { tone: "bad", shape: "half", label: "Timestamp in the future" },
  "too-large": { tone: "bad", shape: "barred", label: "Too large" },
} as const satisfies Record<WebhookVerdict, BadgeStyle>;

const EFFECT_STYLES = {
  matched: { tone: "accent", shape: "dot", label: "Link received" },
  needless: { tone: "neutral", shape: "ring", label: "No action needed" },
  unmatched: { tone: "warn", shape: "alert", label: "Unmatched" },
  "unknown-shape": { tone: "neutral", shape: "diamond", label: "Unrecognized event" },
  failed: { tone: "bad", shape: "cross", label: "Processing failed" },
} as const satisfies Record<WebhookEffect, BadgeStyle>;

export function VerdictBadge({ verdict }: { verdict: WebhookVerdict }) {
  return <StyledBadge {...VERDICT_STYLES[verdict]} />;
}

export function EffectBadge({ effect }: { effect: WebhookEffect }) {
  return <StyledBadge {...EFFECT_STYLES[effect]} />;
}

export const verdictLabel = (verdict: WebhookVerdict): string => VERDICT_STYLES[verdict].label;
export const effectLabel = (effect: WebhookEffect): string => EFFECT_STYLES[effect].label;

function StyledBadge({ tone, shape, label }: BadgeStyle) {
  return (
    <Badge tone={tone} shape={shape}>
      {label}
    </Badge>
  );
}
