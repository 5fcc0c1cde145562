import type { KnownCardStatus } from "@/lib/contract/card";
import type { KnownTransactionStatus } from "@/lib/contract/transaction";
import { Badge, type Shape, type Tone } from "./badge";

type Look = { tone: Tone; shape: Shape; word: string };

const CARD = {
  ACTIVE: { tone: "good", shape: "dot", word: "Active" },
  FROZEN: { tone: "cold", shape: "snow", word: "Frozen" },
  BLOCKED: { tone: "bad", shape: "barred", word: "Blocked" },
} as const satisfies Record<KnownCardStatus, Look>;

const TRANSACTION = {
  PENDING: { tone: "warn", shape: "half", word: "Pending" },
  CLEARED: { tone: "good", shape: "check", word: "Cleared" },
  DECLINED: { tone: "bad", shape: "cross", word: "Declined" },
  REVERSED: { tone: "neutral", shape: "back", word: "Reversed" },
  REFUNDED: { tone: "cold", shape: "back", word: "Refunded" },
} as const satisfies Record<KnownTransactionStatus, Look>;

const LOOKS: Record<"card" | "transaction", Record<string, Look>> = { card: CARD, transaction: TRANSACTION };

/** The issuer's set of statuses is open: one that we do not know is shown as it came. */
export function StatusBadge({ of, status }: { of: "card" | "transaction"; status: string }) {
  const { tone, shape, word } = statusLook(of, status);
  return (
    <Badge tone={tone} shape={shape}>
      {word}
    </Badge>
  );
}

export function statusLook(of: "card" | "transaction", status: string): Look {
  const known = Object.hasOwn(LOOKS[of], status) ? LOOKS[of][status] : undefined;
  return known ?? { tone: "neutral", shape: "diamond", word: status };
}
