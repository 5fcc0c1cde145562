import { NOT_VERIFIED } from "@/components/cards/freeze/caller-statement-text";
import { statusStyle } from "@/components/ui/values/status-badge";
import type { ToastMessage } from "@/lib/client/toast";
import {
  type AttentionCard,
  type AttentionKind,
  type ChangedItem,
  type Dismissed,
  MAX_COUNTED,
  type UnknownItem,
} from "@/lib/domain/cards/attention-items";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { actionLabel } from "@/lib/domain/people/action-labels";

export const KIND_NAMES = {
  unknown: "Outcome unknown",
  "follow-up": "Follow-up requested",
  changed: "Changed outside Cardwell",
  blocked: "Blocked, no replacement",
  frozen: "Frozen for more than 7 days",
  "frozen-before": "Frozen, start date unknown",
} as const satisfies Record<AttentionKind, string>;

export function cardLabel({ lastFour, holder }: AttentionCard): string {
  return `•• ${lastFour}, ${holder}`;
}

/** The card with the name of its group. */
export function listedCardLabel(kind: AttentionKind, card: AttentionCard): string {
  const name = KIND_NAMES[kind];
  return `${cardLabel(card)} (${name.charAt(0).toLowerCase()}${name.slice(1)})`;
}

/** `from Active to Blocked`, or the log message if the status didn't change. */
export function changeText({ before, after, message }: ChangedItem): string {
  if (before && after)
    return `from ${statusStyle("card", before).label} to ${statusStyle("card", after).label}`;
  return message?.replace(/^Changed outside Cardwell: /, "") ?? "details not recorded";
}

export function unknownItemLabel({ action, card }: UnknownItem): string {
  return card ? `${actionLabel(action)} ${cardLabel(card)}` : actionLabel(action);
}

export function dismissedLabel({ kind, card, subject, count }: Dismissed): string {
  if (count > 1) return `${KIND_NAMES[kind]}: ${countOf(count, "card")}`;
  return `${KIND_NAMES[kind]}: ${card ? cardLabel(card) : subject}`;
}

export function countText(total: number): string {
  return total > MAX_COUNTED ? `more than ${formatCount(MAX_COUNTED)}` : formatCount(total);
}

type DismissTarget = { key: string } | { kind: AttentionKind };

/** Shows what the server dismissed, which may be less than what was shown. */
export function dismissedToast(target: DismissTarget, dismissed: number, subject: string): ToastMessage {
  if (dismissed === 0) return { title: `Already dismissed or resolved: ${subject}`, tone: "neutral" };
  const dismissedItems =
    "kind" in target ? `${countOf(dismissed, "item")} under “${KIND_NAMES[target.kind]}”` : subject;
  return { title: `Dismissed: ${dismissedItems}`, tone: "good" };
}

type ConfirmedFreeze = { freeze: boolean; status: string; isVerified: boolean };

/** Shows the issuer's status, not the requested one: a blocked card stays blocked. */
export function freezeToast({ freeze, status, isVerified }: ConfirmedFreeze, subject: string): ToastMessage {
  const isDone = status === (freeze ? "FROZEN" : "ACTIVE");
  const requested = freeze ? "Frozen" : "Unfrozen";
  const outcome = isDone ? requested : `${statusStyle("card", status).label}, not ${requested.toLowerCase()}`;
  return {
    title: `${outcome}: ${subject}`,
    detail: isVerified ? "Confirmed by the issuer." : NOT_VERIFIED,
    tone: isDone ? "good" : "bad",
  };
}
