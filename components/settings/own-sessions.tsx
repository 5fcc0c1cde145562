"use client";

import { endOtherSessions } from "@/lib/actions/end-other-sessions";
import { endSession } from "@/lib/actions/end-session";
import { noResponseError } from "@/lib/client/no-response-error";
import { newOperationId } from "@/lib/client/operation-id";
import { sendAction } from "@/lib/client/send-action";
import { toast } from "@/lib/client/toast";
import { useRefresh } from "@/lib/client/use-refresh";
import { countOf } from "@/lib/domain/money/numbers";
import { failure } from "@/lib/domain/result";
import { type SessionItem, SessionList } from "./session-list";

export function OwnSessions({ sessions }: { sessions: readonly SessionItem[] }) {
  const refresh = useRefresh();

  async function end(sessionId: string | null) {
    const sent = sessionId
      ? sendAction(endSession, newOperationId(), { sessionId })
      : sendAction(endOtherSessions, newOperationId(), {});
    const result = await sent.catch(() => failure(noResponseError("The session may or may not have ended.")));
    if (result.ok)
      toast({ title: result.data ? `${countOf(result.data.ended, "session")} ended` : "Session ended" });
    else toast({ title: "Couldn’t end the session", detail: result.error.message, tone: "bad" });
    refresh();
  }

  return <SessionList sessions={sessions} onEnd={end} endAllLabel="End all other sessions" />;
}
