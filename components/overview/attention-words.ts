import { NOT_READ_BACK } from "@/components/cards/read-back-words";
import { statusLook } from "@/components/ui/status-badge";
import type { ToastMessage } from "@/lib/client/toast";
import { actionLabel } from "@/lib/domain/action-labels";
import {
  type AttentionCard,
  type AttentionKind,
  type ChangedItem,
  type Dismissed,
  MAX_COUNTED,
  type UnknownItem,
} from "@/lib/domain/attention";
import { countOf, formatCount } from "@/lib/domain/numbers";

export const KIND_NAMES = {
  unknown: "Outcome unknown",
  "follow-up": "Follow-up requested",
  changed: "Changed outside Cardwell",
  blocked: "Blocked, no replacement",
  frozen: "Frozen for more than 7 days",
  "frozen-before": "Frozen, start date unknown",
} as const satisfies Record<AttentionKind, string>;

export function cardWords({ lastFour, holder }: AttentionCard): string {
  return `•• ${lastFour}, ${holder}`;
}

/** What is dismissed, in the words of the list that it stands in. */
export function listedCardWords(kind: AttentionKind, card: AttentionCard): string {
  const name = KIND_NAMES[kind];
  return `${cardWords(card)} (${name.charAt(0).toLowerCase()}${name.slice(1)})`;
}

/** `from Active to Blocked`; where it was not the status, what the log says. */
export function changeWords({ before, after, message }: ChangedItem): string {
  if (before && after) return `from ${statusLook("card", before).word} to ${statusLook("card", after).word}`;
  return message?.replace(/^Changed outside Cardwell: /, "") ?? "details not recorded";
}

export function unknownWords({ action, card }: UnknownItem): string {
  return card ? `${actionLabel(action)} ${cardWords(card)}` : actionLabel(action);
}

export function dismissedWords({ kind, card, subject, count }: Dismissed): string {
  if (count > 1) return `${KIND_NAMES[kind]}: ${countOf(count, "card")}`;
  return `${KIND_NAMES[kind]}: ${card ? cardWords(card) : subject}`;
}

export function countWords(total: number): string {
  return total > MAX_COUNTED ? `more than ${formatCount(MAX_COUNTED)}` : formatCount(total);
}

type Dismissing = { key: string } | { kind: AttentionKind };

/** Says what the server dismissed, which may be less than what was shown. */
export function dismissedToast(of: Dismissing, dismissed: number, subject: string): ToastMessage {
  if (dismissed === 0) return { title: `Already dismissed or resolved: ${subject}`, tone: "neutral" };
  const what = "kind" in of ? `${countOf(dismissed, "item")} under “${KIND_NAMES[of.kind]}”` : subject;
  return { title: `Dismissed: ${what}`, tone: "good" };
}

type ConfirmedFreeze = { freeze: boolean; status: string; isReadBack: boolean };

/** Says what the issuer answered, not what was asked of it: a blocked card stays blocked. */
export function freezeToast({ freeze, status, isReadBack }: ConfirmedFreeze, subject: string): ToastMessage {
  const isDone = status === (freeze ? "FROZEN" : "ACTIVE");
  const done = freeze ? "Frozen" : "Unfrozen";
  const words = isDone ? done : `${statusLook("card", status).word}, not ${done.toLowerCase()}`;
  return {
    title: `${words}: ${subject}`,
    detail: isReadBack ? "Confirmed by the issuer." : NOT_READ_BACK,
    tone: isDone ? "good" : "bad",
  };
}
