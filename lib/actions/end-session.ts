"use server";

import { z } from "zod";
import { appendAudit } from "@/lib/audit/append";
import { listSessions, revokeSession } from "@/lib/auth/sessions";
import { failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { publish } from "@/lib/events/bus";
import { defineAction } from "./define-action";

/** Ends one of the person's own sessions. Writes its own audit entry, and only if a session was ended. */
export const endSession = defineAction({
  permission: "profile.use",
  confirmation: "none",
  audited: false,
  input: z.object({ sessionId: OwnId }),
  action: "session.revoke",
  target: ({ sessionId }) => sessionId,
  async run({ input: { sessionId }, actor: { id, name, role }, request: { requestId, address }, commit }) {
    const isOwn = (await listSessions(id)).some((session) => session.id === sessionId);
    const ended = await commit<null>(async (client) => {
      if (!isOwn || !(await revokeSession(client, sessionId))) {
        const message = "This session has already ended.";
        return failure({ code: "not-found", message, requestId, retry: "never" });
      }
      await appendAudit(client, {
        phase: "event",
        action: "session.revoke",
        outcome: "succeeded",
        actor: { id, name, role },
        target: sessionId,
        address,
      });
      return success(null);
    });
    if (ended.ok) await publish([`person:${id}`]);
    return ended;
  },
});
