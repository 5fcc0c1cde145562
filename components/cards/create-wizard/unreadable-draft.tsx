"use client";

import { useState } from "react";
import { Callout } from "@/components/ui/messages/callout";
import { DateTime } from "@/components/ui/values/date-time";
import { NEW_CARD_PATH } from "@/lib/domain/cards/new-card-links";
import { DiscardDraftButton } from "./discard-draft-button";

export type UnreadableDraftSummary = {
  draftId: string;
  savedAt: string;
  reason: "secret" | "version";
  /** Sent to the issuer, with an unknown outcome. */
  isSent: boolean;
};

const REASON = {
  secret: "It was encrypted with a secret that this server no longer has.",
  version: "It was saved by another version of Cardwell.",
} as const;

/** Shown instead of an empty form, which could be mistaken for the draft. */
export function UnreadableDraft({ draft, isOpened }: { draft: UnreadableDraftSummary; isOpened: boolean }) {
  const [isDiscarded, setIsDiscarded] = useState(false);
  if (isDiscarded) return null;

  function handleDiscarded() {
    if (isOpened) window.location.assign(NEW_CARD_PATH);
    else setIsDiscarded(true);
  }

  return (
    <Callout
      tone="warn"
      title={isOpened ? "This draft can’t be opened" : "An earlier draft can’t be opened"}
      className="mb-5"
      action={
        <DiscardDraftButton draftId={draft.draftId} name="this draft" onDiscarded={handleDiscarded}>
          {isOpened ? "Discard and start over" : "Discard draft"}
        </DiscardDraftButton>
      }
    >
      {REASON[draft.reason]} Your entries can’t be recovered. Last saved <DateTime value={draft.savedAt} />.
      {draft.isSent &&
        " This draft was sent to the issuer. Check the outcome on the overview before you start over."}
    </Callout>
  );
}
