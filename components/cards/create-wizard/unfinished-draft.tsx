"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Callout } from "@/components/ui/callout";
import { DateTime } from "@/components/ui/date-time";
import { discardDraft } from "@/lib/actions/discard-draft";
import { newOperationId } from "@/lib/client/operation-id";

export type Unfinished = { draftId: string; holder: string; savedAt: string };

/** Offers what was begun before: a new card never opens with somebody else's data in it. */
export function UnfinishedDraft({ draft }: { draft: Unfinished }) {
  const [isGone, setIsGone] = useState(false);
  if (isGone) return null;

  async function discard() {
    const result = await discardDraft(newOperationId(), { draftId: draft.draftId }).catch(() => null);
    if (result?.ok) setIsGone(true);
  }

  return (
    <Callout
      tone="accent"
      title="You have begun a card before"
      className="mb-5"
      action={
        <div className="flex flex-wrap gap-2">
          {/* A whole new page: the form that is open here belongs to another draft. */}
          <a
            href={`/cards/new?draft=${draft.draftId}&step=review`}
            className={buttonStyle({ tone: "plain", size: "small" })}
          >
            Continue it
          </a>
          <Button size="small" onClick={() => void discard()}>
            Discard it
          </Button>
        </div>
      }
    >
      {draft.holder ? `For ${draft.holder}, ` : "Without a name yet, "}
      last changed <DateTime value={draft.savedAt} />.
    </Callout>
  );
}
