"use client";

import { useState } from "react";
import { ActionButton } from "@/components/ui/buttons/action-button";
import { Panel } from "@/components/ui/panel";
import { DateTime } from "@/components/ui/values/date-time";
import { decideRecovery } from "@/lib/actions/decide-recovery";
import type { RecoveryKind } from "@/lib/domain/people/recovery-kind";
import LinkDialog from "./link-dialog";

export type RecoveryItem = {
  id: string;
  kind: RecoveryKind;
  person: string;
  requestedBy: string;
  expiresAt: string;
  isYours: boolean;
  canConfirm: boolean;
};

/** Nothing while none waits. */
export function Recoveries({ recoveries }: { recoveries: readonly RecoveryItem[] }) {
  const [created, setCreated] = useState<{ person: string; link: string } | null>(null);
  return (
    <>
      {recoveries.length > 0 && (
        <Panel title="Waiting for a second admin" isFlush className="mb-5">
          <ul className="divide-y divide-line">
            {recoveries.map((recovery) => (
              <RecoveryRow
                key={recovery.id}
                recovery={recovery}
                onLink={(link) => setCreated({ person: recovery.person, link })}
              />
            ))}
          </ul>
        </Panel>
      )}
      {created && (
        <LinkDialog open name={created.person} link={created.link} onClose={() => setCreated(null)} />
      )}
    </>
  );
}

function RecoveryRow({ recovery, onLink }: { recovery: RecoveryItem; onLink: (link: string) => void }) {
  const { id, kind, person, requestedBy, expiresAt, isYours, canConfirm } = recovery;
  const isForFactors = kind === "factors";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="font-medium">
          {isForFactors ? `Remove ${person}’s second factors` : `New password link for ${person}`}
        </p>
        <p className="text-small text-ink-2">
          Requested by {isYours ? "you" : requestedBy}, expires <DateTime value={expiresAt} />
        </p>
      </div>
      <div className="flex gap-2">
        <ActionButton
          action={decideRecovery}
          input={{ recoveryId: id, isConfirmed: false }}
          failedTitle={isYours ? "Couldn’t withdraw the request" : "Couldn’t decline the request"}
        >
          {isYours ? "Withdraw" : "Decline"}
        </ActionButton>
        {canConfirm && (
          <ActionButton
            action={decideRecovery}
            input={{ recoveryId: id, isConfirmed: true }}
            failedTitle={isForFactors ? "Couldn’t remove the second factors" : "Couldn’t create the link"}
            successToast={
              isForFactors ? { title: `${person}’s second factors were removed`, tone: "good" } : undefined
            }
            onDone={({ link }) => link && onLink(link)}
            tone="danger"
          >
            Confirm
          </ActionButton>
        )}
      </div>
    </li>
  );
}
