"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { DateTime } from "@/components/ui/date-time";
import { discardDraft } from "@/lib/actions/discard-draft";
import { newOperationId } from "@/lib/client/operation-id";
import { NEW_CARD_PATH } from "@/lib/domain/new-card-links";

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
  const [hasFailed, setHasFailed] = useState(false);
  if (isGone) return null;

  async function discard() {
    const result = await discardDraft(newOperationId(), { draftId: draft.draftId }).catch(() => null);
    setHasFailed(!result?.ok);
    if (!result?.ok) return;
    if (isOpened) window.location.assign(NEW_CARD_PATH);
    else setIsGone(true);
  }

  return (
    <Callout
      tone="warn"
      title={isOpened ? "This draft can't be opened" : "An earlier draft can't be opened"}
      className="mb-5"
      detail={hasFailed ? "The draft couldn't be discarded. Try again." : null}
      action={
        <Button size="small" onClick={() => void discard()}>
          {isOpened ? "Discard and start over" : "Discard draft"}
        </Button>
      }
    >
      {REASON[draft.reason]} What you typed can't be recovered. Last saved <DateTime value={draft.savedAt} />.
      {draft.isSent && " It was sent to the issuer: check its outcome on the overview before you start over."}
    </Callout>
  );
}
