"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { freezeCard } from "@/lib/actions/freeze-card";
import {
  isSuperseded,
  latestSnapshot,
  type SeenStatus,
  type StatusChange,
  type StatusSnapshot,
} from "@/lib/domain/cards/card-status";
import type { AppError } from "@/lib/domain/result";
import { type FreezeIntent, freezeIntent } from "./freeze-intent";
import { noResponseError } from "./no-response-error";
import { type CardStatusOptions, cardStatusQuery, useCardStatus } from "./use-card-status";

export type FreezableCard = StatusSnapshot & { id: string; lastFour: string; cardholderName: string };

export type ConfirmedFreeze = StatusSnapshot & {
  is: "confirmed";
  freeze: boolean;
  lastFour: string;
  confirmedAt: string;
  /** False if the card couldn't be read after the issuer's confirmation; `status` is then inferred. */
  isVerified: boolean;
  /** Null if the card couldn't be read before the change. */
  previousStatus: string | null;
  /** Whether the card has changed since. */
  isOutdated: boolean;
};

export type FailedFreeze = {
  is: "failed";
  freeze: boolean;
  error: AppError;
  /** Cardwell didn't respond, so the change may have happened. */
  hasNoResponse: boolean;
};

export type FreezeOutcome = ConfirmedFreeze | FailedFreeze;

export type FreezeController = {
  card: FreezableCard;
  latest: StatusSnapshot;
  /** Who set the current status; null if unknown. */
  change: StatusChange | null;
  /** True during a freeze, false during an unfreeze. */
  pending: boolean | null;
  outcome: FreezeOutcome | null;
  /**
   * A double click and a retry after a lost response are one intent. `seen` is what the person saw, if that isn't
   * `latest`: the server rejects an unfreeze if the card has changed since or has a note that they didn't see.
   */
  freeze: (freeze: boolean, seen?: SeenStatus) => Promise<FreezeOutcome | null>;
  /** Applies a newer status that another action on the same page has read. */
  applyReading: (reading: StatusSnapshot) => void;
};

/** Freezes and unfreezes one card, and keeps its status up to date while an outcome is shown. */
export function useFreezeCard(card: FreezableCard): FreezeController {
  const client = useQueryClient();
  const [pending, setPending] = useState<boolean | null>(null);
  const [outcome, setOutcome] = useState<FreezeOutcome | null>(null);
  const [externalReading, applyReading] = useState<StatusSnapshot | null>(null);
  const unresolvedIntent = useRef<FreezeIntent | null>(null);
  const confirmed = outcome?.is === "confirmed" ? outcome : null;
  const { data: checked } = useCardStatus(card.id, statusOptionsFor(outcome));
  const latest: StatusSnapshot & { since?: string | null } = latestSnapshot<StatusSnapshot>(
    card,
    confirmed,
    checked,
    externalReading,
  );
  if (confirmed && !confirmed.isOutdated && isSuperseded(confirmed, latest))
    setOutcome({ ...confirmed, isOutdated: true });
  const lastReading = useRef<StatusSnapshot>(latest);
  useLayoutEffect(() => {
    lastReading.current = latest;
  });

  async function freeze(shouldFreeze: boolean, seen?: SeenStatus) {
    if (pending !== null) return null;
    const { status, readAt } = seen ?? latest;
    const cardId = card.id;
    const intent = freezeIntent(
      unresolvedIntent.current,
      shouldFreeze
        ? { cardId, freeze: true }
        : { cardId, freeze: false, seen: { status, readAt, noteId: seen?.note?.id } },
      latestSnapshot<StatusSnapshot>(latest, seen),
    );
    setPending(shouldFreeze);
    // Keep showing a confirmation until the response, and a failure while the same change is retried.
    setOutcome((last) => (last?.is === "failed" && last.freeze !== shouldFreeze ? null : last));
    const result = await freezeCard(intent.operationId, intent.input).catch(() => null);
    unresolvedIntent.current = result ? null : { ...intent, readAt: await stopReading() };
    const nextOutcome: FreezeOutcome = !result
      ? {
          is: "failed",
          freeze: shouldFreeze,
          error: noResponseError("The card may or may not have been frozen or unfrozen."),
          hasNoResponse: true,
        }
      : result.ok
        ? toConfirmed(shouldFreeze, result.data, card.lastFour)
        : { is: "failed", freeze: shouldFreeze, error: result.error, hasNoResponse: false };
    setOutcome(nextOutcome);
    setPending(null);
    return nextOutcome;
  }

  /** Cancels status requests and returns the last reading's time: any of them may predate the change. */
  async function stopReading(): Promise<string> {
    const { queryKey } = cardStatusQuery(card.id);
    await client.cancelQueries({ queryKey });
    return latestSnapshot<StatusSnapshot>(lastReading.current, client.getQueryData(queryKey)).readAt;
  }

  const change = checked?.status === latest.status ? checked.change : null;
  return { card, latest, change, pending, outcome, freeze, applyReading };
}

/** Polls while the shown outcome may be wrong; an outdated one relies on events alone. */
function statusOptionsFor(outcome: FreezeOutcome | null): CardStatusOptions {
  if (outcome?.is === "confirmed")
    return { isEnabled: true, pollKey: outcome.isOutdated ? null : outcome.confirmedAt };
  const hasNoResponse = outcome?.hasNoResponse === true;
  return { isEnabled: hasNoResponse, pollKey: hasNoResponse ? "no-response" : null };
}

type Confirmation = Extract<Awaited<ReturnType<typeof freezeCard>>, { ok: true }>["data"];

/** If the card couldn't be read, the status is inferred from the change. */
function toConfirmed(
  freeze: boolean,
  { card, isReadBack, ...confirmation }: Confirmation,
  knownLastFour: string,
): ConfirmedFreeze {
  const { status, lastFour } = card ?? { status: freeze ? "FROZEN" : "ACTIVE", lastFour: knownLastFour };
  return {
    is: "confirmed",
    freeze,
    status,
    lastFour,
    ...confirmation,
    isVerified: isReadBack,
    isOutdated: false,
  };
}

/** The card changed after the person saw it, so they must confirm again. */
export function needsReconfirmation(outcome: FreezeOutcome | null): boolean {
  return outcome?.is === "failed" && outcome.error.code === "conflict";
}

/** Null if there is nothing to undo. */
export function findUndo(outcome: FreezeOutcome | null): { freeze: boolean; label: string } | null {
  if (outcome?.is !== "confirmed" || outcome.isOutdated) return null;
  // If the previous status is unknown, someone else may have frozen the card.
  if (outcome.previousStatus === null) return null;
  if (outcome.previousStatus === outcome.status || outcome.status === "BLOCKED") return null;
  return { freeze: !outcome.freeze, label: outcome.freeze ? "Undo freeze" : "Undo unfreeze" };
}
