"use client";

import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Reference } from "@/components/ui/reference";
import { type Freezing, isAskedAgain, undoOf } from "@/lib/client/use-freeze-card";
import { useFreezing } from "./freeze-context";
import { OutdatedReadBack, ReadBack } from "./read-back";

/** What came of the last freeze or unfreeze of this view; nothing before the first. */
export function FreezeOutcome() {
  return <FreezeOutcomeOf freezing={useFreezing()} />;
}

export function FreezeOutcomeOf({ freezing, isLarge = false }: { freezing: Freezing; isLarge?: boolean }) {
  const { card, latest, change, outcome, pending, freeze } = freezing;
  if (!outcome) return null;
  const wanted = outcome.freeze ? "FROZEN" : "ACTIVE";
  // Who changed the card is told by the refusal itself.
  const isSettled = !isAskedAgain(outcome) && latest.status === wanted;
  const isOutdated = outcome.is === "confirmed" ? outcome.isOutdated : isSettled;
  if (isOutdated)
    return (
      <OutdatedReadBack
        confirmedAt={outcome.is === "confirmed" ? outcome.confirmedAt : null}
        lastFour={latest.lastFour ?? card.lastFour}
        formerLastFour={outcome.is === "confirmed" ? outcome.lastFour : undefined}
        status={latest.status}
        change={change}
      />
    );
  if (outcome.is === "refused") return <FreezeRefusal freezing={freezing} />;
  const undo = undoOf(outcome);
  return (
    <ReadBack
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

/** Why not, in words, and whether another try is safe. A freeze can always be asked for again. */
function FreezeRefusal({ freezing: { outcome, pending, freeze } }: { freezing: Freezing }) {
  if (outcome?.is !== "refused") return null;
  const { error, freeze: wanted } = outcome;
  const unconfirmed = wanted ? "Freeze not confirmed" : "Unfreeze not confirmed";
  return (
    <div role="alert">
      <Callout
        tone="bad"
        title={isAskedAgain(outcome) ? "Not unfrozen" : unconfirmed}
        detail={error.requestId && <Reference id={error.requestId} />}
        className="flex-wrap"
        action={
          error.retry === "safe" && (
            <Button size="small" busy={pending !== null} onClick={() => void freeze(wanted)}>
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
