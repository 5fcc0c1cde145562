"use client";

import { useState } from "react";
import { Callout } from "@/components/ui/callout";
import { DateTime } from "@/components/ui/date-time";
import { NEW_CARD_PATH } from "@/lib/domain/new-card-links";
import { DiscardDraftButton } from "./discard-draft-button";

export type Unreadable = {
  draftId: string;
  savedAt: string;
  reason: "secret" | "version";
  /** It was sent to the issuer, and what came of it is not known yet. */
  isSent: boolean;
};

const REASON = {
  secret: "It was encrypted with a secret that this server no longer has.",
  version: "It was saved by another version of Cardwell.",
} as const;

/** A draft that is there and can't be shown. An empty form in its place would pass for what was typed. */
export function UnreadableDraft({ draft, isOpened }: { draft: Unreadable; isOpened: boolean }) {
  const [isGone, setIsGone] = useState(false);
  if (isGone) return null;

  function leave() {
    if (isOpened) window.location.assign(NEW_CARD_PATH);
    else setIsGone(true);
  }

  return (
    <Callout
      tone="warn"
      title={isOpened ? "This draft can’t be opened" : "An earlier draft can’t be opened"}
      className="mb-5"
      action={
        <DiscardDraftButton draftId={draft.draftId} name="this draft" onDiscarded={leave}>
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
