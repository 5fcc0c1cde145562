"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Badge } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import { describeBrowser } from "@/lib/domain/people/describe-browser";
import { METHOD_TEXT, type SignInMethod } from "@/lib/domain/people/sign-in-method";

export type SessionItem = {
  id: string;
  createdAt: string;
  lastSeenAt: string;
  address: string | null;
  userAgent: string | null;
  method: SignInMethod;
  isThisOne: boolean;
};

type SessionListProps = {
  sessions: readonly SessionItem[];
  /** Null ends all but this one. */
  onEnd: (sessionId: string | null) => Promise<void>;
  /** On the button that ends all of them: "End all other sessions". */
  endAllLabel: string;
  empty?: ReactNode;
};

export function SessionList({ sessions, onEnd, endAllLabel, empty }: SessionListProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const others = sessions.filter(({ isThisOne }) => !isThisOne);

  async function end(sessionId: string | null) {
    setBusy(sessionId ?? ALL);
    await onEnd(sessionId);
    setBusy(null);
  }

  if (sessions.length === 0) return empty;
  return (
    <>
      <ul aria-label="Sessions" className="divide-y divide-line">
        {sessions.map(({ id, createdAt, lastSeenAt, address, userAgent, method, isThisOne }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {describeBrowser(userAgent)}
                {isThisOne && (
                  <Badge tone="good" shape="dot">
                    This session
                  </Badge>
                )}
              </p>
              <p className="text-small text-ink-2">
                {address ?? "Unknown address"}, signed in {METHOD_TEXT[method]} <DateTime value={createdAt} />
                , last seen <DateTime value={lastSeenAt} />
              </p>
            </div>
            {!isThisOne && (
              <Button busy={busy === id} disabled={busy !== null} onClick={() => void end(id)}>
                End session
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <div className="border-line border-t px-4 py-3">
          <Button tone="danger" busy={busy === ALL} disabled={busy !== null} onClick={() => void end(null)}>
            {endAllLabel}
          </Button>
        </div>
      )}
    </>
  );
}

const ALL = "all";
