"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ErrorState } from "@/components/ui/messages/error-state";
import { Spinner } from "@/components/ui/messages/spinner";
import { Dialog } from "@/components/ui/popups/dialog";
import { endPersonSessions } from "@/lib/actions/end-person-sessions";
import { noResponseError } from "@/lib/client/no-response-error";
import { newOperationId } from "@/lib/client/operation-id";
import { getJson, toRequestError } from "@/lib/client/request";
import { sendAction } from "@/lib/client/send-action";
import { toast } from "@/lib/client/toast";
import { countOf } from "@/lib/domain/money/numbers";
import { failure } from "@/lib/domain/result";
import { type SessionItem, SessionList } from "./session-list";

export type SessionsDialogProps = {
  open: boolean;
  person: { id: string; name: string };
  onClose: () => void;
};

/** Where a person is signed in, for admins. */
export default function SessionsDialog({ open, person, onClose }: SessionsDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["person-sessions", person.id],
    queryFn: ({ signal }) => getJson<SessionItem[]>(`/api/people/${person.id}/sessions`, signal),
    staleTime: 0,
  });

  async function end(sessionId: string | null) {
    // The dialog that asks for confirmation is above this one, and Escape must close only that.
    setIsBusy(true);
    const input = { personId: person.id, ...(sessionId ? { sessionId } : {}) };
    const result = await sendAction(endPersonSessions, newOperationId(), input).catch(() =>
      failure(noResponseError("The session may or may not have ended.")),
    );
    if (result.ok) toast({ title: `${countOf(result.data.ended, "session")} of ${person.name} ended` });
    else toast({ title: "Couldn’t end the session", detail: result.error.message, tone: "bad" });
    await refetch();
    setIsBusy(false);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isBusy}
      title={`${person.name}’s sessions`}
      description="They’re told when you end one, and can sign in again. To keep them out, disable them."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="-mx-5 border-line border-t">
        {error ? (
          <ErrorState error={toRequestError(error)} isInline />
        ) : data ? (
          <SessionList
            sessions={data}
            onEnd={end}
            endAllLabel="End all sessions"
            empty={<p className="px-5 pt-4 text-ink-2">{person.name} isn’t signed in anywhere.</p>}
          />
        ) : (
          <div className="px-5 pt-4">
            <Spinner />
          </div>
        )}
      </div>
    </Dialog>
  );
}
