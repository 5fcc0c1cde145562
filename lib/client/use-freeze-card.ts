"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { freezeCard } from "@/lib/actions/freeze-card";
import {
  isSuperseded,
  latestSnapshot,
  type SeenStatus,
  type StatusChange,
  type StatusSnapshot,
} from "@/lib/domain/card-status";
import type { AppError } from "@/lib/domain/result";
import { type FreezeIntent, freezeIntent } from "./freeze-intent";
import { unanswered } from "./unanswered";
import { type Following, useCardStatus } from "./use-card-status";

/** What freezing needs to know of a card. */
export type FreezableCard = StatusSnapshot & { id: string; lastFour: string; cardholderName: string };

export type ConfirmedFreeze = StatusSnapshot & {
  is: "confirmed";
  freeze: boolean;
  lastFour: string;
  confirmedAt: string;
  /** False: the issuer confirmed it, and `status` is what must follow; the card could not be read again. */
  isReadBack: boolean;
  /** Null: the card could not be read before. */
  previousStatus: string | null;
  /** The card has been changed since. */
  isOutdated: boolean;
};

export type RefusedFreeze = {
  is: "refused";
  freeze: boolean;
  error: AppError;
  /** The server may have carried it out: only the card itself can tell. */
  isUnanswered: boolean;
};

export type FreezeOutcome = ConfirmedFreeze | RefusedFreeze;

export type Freezing = {
  card: FreezableCard;
  /** As it was read last, by whichever way. */
  latest: StatusSnapshot;
  /** Who gave the card the status that it has; null where that is not known. */
  change: StatusChange | null;
  /** What is under way: true for a freeze, false for an unfreeze. */
  pending: boolean | null;
  outcome: FreezeOutcome | null;
  /**
   * Asks the issuer. The same wish, pressed twice or sent again without an answer, is one. `seen` is what the person
   * decided on, where that is not `latest`: an unfreeze is refused when the card has changed since, or when there is a
   * colleague's note that they did not see.
   */
  freeze: (freeze: boolean, seen?: SeenStatus) => Promise<FreezeOutcome | null>;
  /** Takes what another action on the same view has read of the card. */
  learn: (reading: StatusSnapshot) => void;
};

/** Freezes and unfreezes one card, and follows the card for as long as an outcome is shown. */
export function useFreezeCard(card: FreezableCard): Freezing {
  const [pending, setPending] = useState<boolean | null>(null);
  const [outcome, setOutcome] = useState<FreezeOutcome | null>(null);
  const [learned, learn] = useState<StatusSnapshot | null>(null);
  const unansweredIntent = useRef<FreezeIntent | null>(null);
  const confirmed = outcome?.is === "confirmed" ? outcome : null;
  const { data: checked } = useCardStatus(card.id, followingOf(outcome));
  const latest: StatusSnapshot & { since?: string | null } = latestSnapshot<StatusSnapshot>(
    card,
    confirmed,
    checked,
    learned,
  );
  if (confirmed && !confirmed.isOutdated && isSuperseded(confirmed, latest))
    setOutcome({ ...confirmed, isOutdated: true });
  const lastReadAt = useRef(latest.readAt);
  useLayoutEffect(() => {
    lastReadAt.current = latest.readAt;
  }, [latest.readAt]);

  async function freeze(wanted: boolean, seen?: SeenStatus) {
    if (pending !== null) return null;
    const { status, readAt } = seen ?? latest;
    const cardId = card.id;
    const intent = freezeIntent(
      unansweredIntent.current,
      wanted
        ? { cardId, freeze: true }
        : { cardId, freeze: false, seen: { status, readAt, noteId: seen?.note?.id } },
      latestSnapshot<StatusSnapshot>(latest, seen),
    );
    setPending(wanted);
    // What was confirmed stands until there is an answer, and a refusal while the same is tried again.
    setOutcome((last) => (last?.is === "refused" && last.freeze !== wanted ? null : last));
    const result = await freezeCard(intent.operationId, intent.input).catch(() => null);
    // What was read while it was under way may be from before it, and proves nothing against it.
    unansweredIntent.current = result ? null : { ...intent, readAt: lastReadAt.current };
    const told: FreezeOutcome = !result
      ? {
          is: "refused",
          freeze: wanted,
          error: unanswered("The card may or may not have been frozen or unfrozen."),
          isUnanswered: true,
        }
      : result.ok
        ? toConfirmed(wanted, result.data, card.lastFour)
        : { is: "refused", freeze: wanted, error: result.error, isUnanswered: false };
    setOutcome(told);
    setPending(null);
    return told;
  }

  const change = checked?.status === latest.status ? checked.change : null;
  return { card, latest, change, pending, outcome, freeze, learn };
}

/** What the screen claims is checked while it may be wrong; what it has taken back follows events alone. */
function followingOf(outcome: FreezeOutcome | null): Following {
  if (outcome?.is === "confirmed")
    return { isNeeded: true, polledFor: outcome.isOutdated ? null : outcome.confirmedAt };
  const isUnanswered = outcome?.isUnanswered === true;
  return { isNeeded: isUnanswered, polledFor: isUnanswered ? "unanswered" : null };
}

type Confirmation = Extract<Awaited<ReturnType<typeof freezeCard>>, { ok: true }>["data"];

/** Where no reading succeeded, the confirmed change says the status, and the screen knows the card. */
function toConfirmed(
  freeze: boolean,
  { card, ...confirmation }: Confirmation,
  knownLastFour: string,
): ConfirmedFreeze {
  const { status, lastFour } = card ?? { status: freeze ? "FROZEN" : "ACTIVE", lastFour: knownLastFour };
  return { is: "confirmed", freeze, status, lastFour, ...confirmation, isOutdated: false };
}

/** The card was changed after the person saw it: they are to be asked again. */
export function isAskedAgain(outcome: FreezeOutcome | null): boolean {
  return outcome?.is === "refused" && outcome.error.code === "conflict";
}

/** What an undo would do; null where there is nothing to undo. */
export function undoOf(outcome: FreezeOutcome | null): { freeze: boolean; label: string } | null {
  if (outcome?.is !== "confirmed" || outcome.isOutdated) return null;
  // Without a reading from before, the card may have been frozen by somebody else.
  if (outcome.previousStatus === null) return null;
  if (outcome.previousStatus === outcome.status || outcome.status === "BLOCKED") return null;
  return { freeze: !outcome.freeze, label: outcome.freeze ? "Undo freeze" : "Undo unfreeze" };
}
