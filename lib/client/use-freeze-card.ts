"use client";

import { useRef, useState } from "react";
import { freezeCard } from "@/lib/actions/freeze-card";
import type { AppError } from "@/lib/domain/result";
import { newOperationId } from "./operation-id";
import { followPage, type StatusAhead } from "./status-ahead";
import { unanswered } from "./unanswered";

/** What freezing needs to know of a card. */
export type FreezableCard = { id: string; lastFour: string; cardholderName: string; status: string };

export type FreezeOutcome =
  | {
      is: "confirmed";
      freeze: boolean;
      status: string;
      lastFour: string;
      confirmedAt: string;
      /** False: the issuer confirmed it, and `status` is what must follow; the card could not be read again. */
      isReadBack: boolean;
    }
  | { is: "refused"; freeze: boolean; error: AppError };

export type Freezing = {
  card: FreezableCard;
  /** As it is shown: ahead of the issuer while it is asked, and back as it was when it refuses. */
  status: string;
  /** What is under way: true for a freeze, false for an unfreeze. */
  pending: boolean | null;
  outcome: FreezeOutcome | null;
  /** The outcome was confirmed, and the card has been changed since. */
  isOutdated: boolean;
  /** Asks the issuer. The same wish, pressed twice or sent again without an answer, is one. */
  freeze: (freeze: boolean) => Promise<void>;
  forget: () => void;
};

/** Freezes and unfreezes one card; the screen is ahead of the issuer, and goes back with the reason. */
export function useFreezeCard(card: FreezableCard): Freezing {
  const [pending, setPending] = useState<boolean | null>(null);
  const [outcome, setOutcome] = useState<FreezeOutcome | null>(null);
  const [confirmed, setConfirmed] = useState<(StatusAhead & { cardId: string }) | null>(null);
  const intent = useRef<{ cardId: string; freeze: boolean; operationId: string } | null>(null);

  // What was confirmed stands until the page shows that the card has been changed since.
  const standing = confirmed?.cardId === card.id ? followPage(confirmed, card.status) : null;
  if (standing !== confirmed) setConfirmed(standing);
  const known = standing?.status ?? card.status;

  async function freeze(wanted: boolean) {
    if (pending !== null) return;
    if (intent.current?.cardId !== card.id || intent.current.freeze !== wanted)
      intent.current = { cardId: card.id, freeze: wanted, operationId: newOperationId() };
    setPending(wanted);
    // A refusal stays in view while the same is tried again.
    setOutcome((last) => (last?.is === "refused" && last.freeze === wanted ? last : null));
    try {
      const result = await freezeCard(intent.current.operationId, { cardId: card.id, freeze: wanted });
      intent.current = null;
      if (result.ok) {
        const { card: now, confirmedAt, isReadBack } = result.data;
        setConfirmed({ cardId: card.id, over: card.status, status: now.status });
        setOutcome({
          is: "confirmed",
          freeze: wanted,
          status: now.status,
          lastFour: now.lastFour,
          confirmedAt,
          isReadBack,
        });
      } else setOutcome({ is: "refused", freeze: wanted, error: result.error });
    } catch {
      const error = unanswered("The card may or may not have been frozen or unfrozen.");
      setOutcome({ is: "refused", freeze: wanted, error });
    }
    setPending(null);
  }

  return {
    card,
    status: pending === null ? known : ahead(known, pending),
    pending,
    outcome,
    isOutdated: outcome?.is === "confirmed" && standing === null,
    freeze,
    forget: () => setOutcome(null),
  };
}

// A blocked card stays blocked, whatever is asked.
function ahead(status: string, freeze: boolean): string {
  if (status === "BLOCKED") return status;
  return freeze ? "FROZEN" : "ACTIVE";
}
