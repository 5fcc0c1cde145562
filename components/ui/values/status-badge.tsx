import type { KnownCardStatus } from "@/lib/contract/card";
import type { KnownTransactionStatus } from "@/lib/contract/transaction";
import { Badge, type Shape, type Tone } from "./badge";

type StatusStyle = { tone: Tone; shape: Shape; label: string };

const CARD = {
  ACTIVE: { tone: "good", shape: "dot", label: "Active" },
  FROZEN: { tone: "cold", shape: "snow", label: "Frozen" },
  BLOCKED: { tone: "bad", shape: "barred", label: "Blocked" },
} as const satisfies Record<KnownCardStatus, StatusStyle>;

const TRANSACTION = {
  PENDING: { tone: "warn", shape: "half", label: "Pending" },
  CLEARED: { tone: "good", shape: "check", label: "Cleared" },
  DECLINED: { tone: "bad", shape: "cross", label: "Declined" },
  REVERSED: { tone: "neutral", shape: "back", label: "Reversed" },
  REFUNDED: { tone: "cold", shape: "back", label: "Refunded" },
} as const satisfies Record<KnownTransactionStatus, StatusStyle>;

const STYLES: Record<"card" | "transaction", Record<string, StatusStyle>> = {
  card: CARD,
  transaction: TRANSACTION,
};

/** The issuer may add statuses; an unknown one is shown as is. */
export function StatusBadge({ of, status }: { of: "card" | "transaction"; status: string }) {
  const { tone, shape, label } = statusStyle(of, status);
  return (
    <Badge tone={tone} shape={shape}>
      {label}
    </Badge>
  );
}

export function statusStyle(of: "card" | "transaction", status: string): StatusStyle {
  const known = Object.hasOwn(STYLES[of], status) ? STYLES[of][status] : undefined;
  return known ?? { tone: "neutral", shape: "diamond", label: status };
}
