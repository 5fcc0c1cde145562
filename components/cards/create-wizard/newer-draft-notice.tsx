"use client";

import { Button } from "@/components/ui/buttons/button";
import { Callout } from "@/components/ui/messages/callout";
import { DateTime } from "@/components/ui/values/date-time";
import type { NewerDraft } from "./use-draft";

type NewerDraftNoticeProps = { newer: NewerDraft; onLoad: () => void; onKeepMine: () => void };

export function NewerDraftNotice({ newer, onLoad, onKeepMine }: NewerDraftNoticeProps) {
  return (
    <Callout
      tone="warn"
      isAnnounced
      title="This draft was changed in another tab"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={onLoad}>
            Load newer draft
          </Button>
          <Button size="small" onClick={onKeepMine}>
            Keep my version
          </Button>
        </div>
      }
    >
      The newer draft was saved <DateTime value={newer.savedAt} />. Your changes here aren’t saved until you
      choose a version.
    </Callout>
  );
}
