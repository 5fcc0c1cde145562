"use client";

import { Button } from "@/components/ui/buttons/button";
import { Callout } from "@/components/ui/messages/callout";
import { RequestId } from "@/components/ui/messages/request-id";
import { type FreezeController, findUndo, needsReconfirmation } from "@/lib/client/use-freeze-card";
import { CallerStatement, OutdatedStatement } from "./caller-statement";
import { useFreezeController } from "./freeze-context";

/** The outcome of the last freeze or unfreeze on this page. */
export function FreezeOutcome() {
  return <FreezeOutcomeView controller={useFreezeController()} />;
}

export function FreezeOutcomeView({
  controller,
  isLarge = false,
}: {
  controller: FreezeController;
  isLarge?: boolean;
}) {
  const { card, latest, change, outcome, pending, freeze } = controller;
  if (!outcome) return null;
  const expectedStatus = outcome.freeze ? "FROZEN" : "ACTIVE";
  // The failure already says who changed the card.
  const hasExpectedStatus = !needsReconfirmation(outcome) && latest.status === expectedStatus;
  const isOutdated = outcome.is === "confirmed" ? outcome.isOutdated : hasExpectedStatus;
  if (isOutdated)
    return (
      <OutdatedStatement
        confirmedAt={outcome.is === "confirmed" ? outcome.confirmedAt : null}
        lastFour={latest.lastFour ?? card.lastFour}
        formerLastFour={outcome.is === "confirmed" ? outcome.lastFour : undefined}
        status={latest.status}
        change={change}
      />
    );
  if (outcome.is === "failed") return <FreezeFailure controller={controller} />;
  const undo = findUndo(outcome);
  return (
    <CallerStatement
      cardId={card.id}
      {...outcome}
      isLarge={isLarge}
      action={
        undo && (
          <Button
            size="small"
            shortcut={isLarge ? "u" : undefined}
            busy={pending !== null}
            onClick={() => void freeze(undo.freeze, outcome)}
          >
            {undo.label}
          </Button>
        )
      }
    />
  );
}

function FreezeFailure({ controller: { outcome, pending, freeze } }: { controller: FreezeController }) {
  if (outcome?.is !== "failed") return null;
  const { error, freeze: shouldFreeze } = outcome;
  const unconfirmed = shouldFreeze ? "Freeze not confirmed" : "Unfreeze not confirmed";
  return (
    <div role="alert">
      <Callout
        tone="bad"
        title={needsReconfirmation(outcome) ? "Not unfrozen" : unconfirmed}
        detail={error.requestId && <RequestId id={error.requestId} />}
        className="flex-wrap"
        action={
          error.retry === "safe" && (
            <Button size="small" busy={pending !== null} onClick={() => void freeze(shouldFreeze)}>
              Try again
            </Button>
          )
        }
      >
        {error.message}
      </Callout>
    </div>
  );
}
