"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Badge } from "@/components/ui/values/badge";
import { DateTime } from "@/components/ui/values/date-time";
import { endSession } from "@/lib/actions/end-session";
import { noResponseError } from "@/lib/client/no-response-error";
import { newOperationId } from "@/lib/client/operation-id";
import { toast } from "@/lib/client/toast";
import { describeBrowser } from "@/lib/domain/people/describe-browser";
import { failure } from "@/lib/domain/result";

export type SessionItem = {
  id: string;
  createdAt: string;
  lastSeenAt: string;
  address: string | null;
  userAgent: string | null;
  isThisOne: boolean;
};

export function SessionList({ sessions }: { sessions: readonly SessionItem[] }) {
  const router = useRouter();
  const [busyId, setBusyId] = useState<string | null>(null);

  async function end(id: string) {
    setBusyId(id);
    const result = await endSession(newOperationId(), { sessionId: id }).catch(() =>
      failure(noResponseError("The session may or may not have ended.")),
    );
    setBusyId(null);
    if (result.ok) toast({ title: "Session ended", tone: "good" });
    else toast({ title: "Couldn’t end the session", detail: result.error.message, tone: "bad" });
    router.refresh();
  }

  return (
    <ul className="divide-y divide-line">
      {sessions.map(({ id, createdAt, lastSeenAt, address, userAgent, isThisOne }) => (
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
              {address ?? "Unknown address"}, signed in <DateTime value={createdAt} />, last seen{" "}
              <DateTime value={lastSeenAt} />
            </p>
          </div>
          {!isThisOne && (
            <Button busy={busyId === id} onClick={() => void end(id)}>
              End session
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
