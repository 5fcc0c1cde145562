import { Badge, type Shape, type Tone } from "@/components/ui/badge";
import type { WebhookEffect, WebhookVerdict } from "@/lib/domain/webhook-delivery";

type Look = { tone: Tone; shape: Shape; word: string };

const VERDICT = {
  accepted: { tone: "good", shape: "check", word: "Verified" },
  unsigned: { tone: "bad", shape: "barred", word: "Unsigned" },
  "wrong-secret": { tone: "bad", shape: "cross", word: "Wrong secret" },
  altered: { tone: "bad", shape: "alert", word: "Body altered" },
  "too-old": { tone: "bad", shape: "half", word: "Timestamp too old" },
  "too-new": { tone: "bad", shape: "half", word: "Timestamp in the future" },
  "too-large": { tone: "bad", shape: "barred", word: "Too large" },
} as const satisfies Record<WebhookVerdict, Look>;

const EFFECT = {
  matched: { tone: "accent", shape: "dot", word: "Link received" },
  needless: { tone: "neutral", shape: "ring", word: "No action needed" },
  unmatched: { tone: "warn", shape: "alert", word: "Unmatched" },
  "unknown-shape": { tone: "neutral", shape: "diamond", word: "Unrecognized event" },
  failed: { tone: "bad", shape: "cross", word: "Processing failed" },
} as const satisfies Record<WebhookEffect, Look>;

export function VerdictBadge({ verdict }: { verdict: WebhookVerdict }) {
  return <LookBadge {...VERDICT[verdict]} />;
}

export function EffectBadge({ effect }: { effect: WebhookEffect }) {
  return <LookBadge {...EFFECT[effect]} />;
}

export const verdictWord = (verdict: WebhookVerdict): string => VERDICT[verdict].word;
export const effectWord = (effect: WebhookEffect): string => EFFECT[effect].word;

function LookBadge({ tone, shape, word }: Look) {
  return (
    <Badge tone={tone} shape={shape}>
      {word}
    </Badge>
  );
}
