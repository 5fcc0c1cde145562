"use client";

import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { Panel } from "@/components/ui/panel";
import { DateTime } from "@/components/ui/values/date-time";
import { DiscardDraftButton } from "./discard-draft-button";

export type DraftSummary = {
  draftId: string;
  holder: string;
  customerType: string;
  customerId: string;
  applicantId: string;
  savedAt: string;
  /** Sent to the issuer, with an unknown outcome. */
  isSent: boolean;
};

const INITIALLY_SHOWN = 3;

/** Lists earlier drafts instead of opening one, so that a new card never starts with another cardholder's data. */
export function DraftList({ drafts }: { drafts: readonly DraftSummary[] }) {
  const [discarded, setDiscarded] = useState<readonly string[]>([]);
  const [isExpanded, setIsExpanded] = useState(false);
  const remaining = drafts.filter(({ draftId }) => !discarded.includes(draftId));
  if (remaining.length === 0) return null;
  const shown = isExpanded ? remaining : remaining.slice(0, INITIALLY_SHOWN);
  return (
    <Panel title="Your drafts" isFlush className="mb-5 max-w-[62rem]">
      <ul aria-label="Your drafts" className="divide-y divide-line border-line border-t">
        {shown.map((draft) => (
          <DraftItem
            key={draft.draftId}
            draft={draft}
            onDiscarded={() => setDiscarded([...discarded, draft.draftId])}
          />
        ))}
      </ul>
      {shown.length < remaining.length && (
        <div className="border-line border-t px-4 py-2">
          <Button size="small" tone="ghost" onClick={() => setIsExpanded(true)}>
            Show all {remaining.length} drafts
          </Button>
        </div>
      )}
    </Panel>
  );
}

function DraftItem({ draft, onDiscarded }: { draft: DraftSummary; onDiscarded: () => void }) {
  const { draftId, holder, customerType, customerId, applicantId, savedAt, isSent } = draft;
  const name = holder || customerId || applicantId;
  const title = name ? `the draft for ${name}` : "the untitled draft";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-medium">{name || "Untitled draft"}</p>
        <p className="text-small text-ink-2">
          {[customerType, holder && customerId]
            .filter(Boolean)
            .map((fact) => `${fact} · `)
            .join("")}
          Edited <DateTime value={savedAt} />
          {isSent && " · Sent to the issuer, outcome unknown"}
        </p>
      </div>
      <div className="flex gap-2">
        {/* A full page load, because the open form belongs to another draft. */}
        <a
          href={`/cards/new?draft=${draftId}&step=review`}
          aria-label={`Continue ${title}`}
          className={buttonStyle({ tone: "plain", size: "small" })}
        >
          Continue
        </a>
        <DiscardDraftButton
          draftId={draftId}
          name={title}
          label={`Discard ${title}`}
          onDiscarded={onDiscarded}
        >
          Discard
        </DiscardDraftButton>
      </div>
    </li>
  );
}
