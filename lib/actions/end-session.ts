"use server";

import { z } from "zod";
import { listSessions, revokeSession } from "@/lib/auth/sessions";
import { pool } from "@/lib/db/database";
import { OwnId } from "@/lib/domain/own-id";
import { failure, success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

/** Ends one of one's own sessions, on whatever machine it is open. */
export const endSession = defineAction({
  permission: "profile.use",
  input: z.object({ sessionId: OwnId }),
  action: "session.revoke",
  target: ({ sessionId }) => sessionId,
  async run({ input, actor, request }) {
    const own = await listSessions(actor.id);
    if (!own.some(({ id }) => id === input.sessionId)) {
      return failure({
        code: "not-found",
        message: "This session has already ended.",
        requestId: request.requestId,
        retry: "never",
      });
    }
    await revokeSession(await pool(), input.sessionId);
    return success(null);
  },
});
