"use client";

import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Reference } from "@/components/ui/reference";
import type { Freezing } from "@/lib/client/use-freeze-card";
import { useFreezing } from "./freeze-context";
import { OutdatedReadBack, ReadBack } from "./read-back";

/** What came of the last freeze or unfreeze of this view; nothing before the first. */
export function FreezeOutcome() {
  return <FreezeOutcomeOf freezing={useFreezing()} />;
}

export function FreezeOutcomeOf({ freezing, isLarge = false }: { freezing: Freezing; isLarge?: boolean }) {
  const { card, status, outcome } = freezing;
  if (!outcome) return null;
  if (outcome.is === "refused") return <FreezeRefusal freezing={freezing} />;
  if (freezing.isOutdated)
    return <OutdatedReadBack confirmedAt={outcome.confirmedAt} lastFour={outcome.lastFour} status={status} />;
  return <ReadBack cardId={card.id} {...outcome} isLarge={isLarge} />;
}

/** Why not, in words, and whether another try is safe. A freeze can always be asked for again. */
function FreezeRefusal({ freezing: { outcome, pending, freeze } }: { freezing: Freezing }) {
  if (outcome?.is !== "refused") return null;
  const { error, freeze: wanted } = outcome;
  return (
    <div role="alert">
      <Callout
        tone="bad"
        title={wanted ? "Not confirmed as frozen" : "Not confirmed as unfrozen"}
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
