"use server";

import { z } from "zod";
import { notifyPerson } from "@/lib/auth/notify-person";
import { lockPerson } from "@/lib/auth/people";
import { IS_OPEN } from "@/lib/auth/sessions";
import { type AppError, failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineAction } from "./define-action";

/** Ends one or all sessions of somebody else, also those that wait for a second factor. They are told, and can sign in again. */
export const endPersonSessions = defineAction({
  permission: "users.manage",
  confirmation: "recent",
  input: z.object({ personId: OwnId, sessionId: OwnId.optional() }),
  action: "person.end-sessions",
  target: ({ personId }) => personId,
  topics: ({ personId }) => ["people", `person:${personId}`],
  async run({ input: { personId, sessionId }, actor, trace, request: { requestId }, commit }) {
    const reject = (code: AppError["code"], message: string) =>
      failure({ code, message, requestId, retry: "never" });
    if (personId === actor.id) return reject("refused", "End your own sessions on your profile.");
    return commit<{ ended: number }>(async (client) => {
      await lockPerson(client, personId);
      const { rowCount } = await client.query(
        `update sessions s set revoked_at = now(), end_reason = 'admin' from people p
         where s.person_id = $1 and p.id = s.person_id and ($2::uuid is null or s.id = $2) and ${IS_OPEN}`,
        [personId, sessionId ?? null],
      );
      trace.after = { ended: rowCount ?? 0 };
      if (!rowCount) return reject("not-found", "These sessions have already ended.");
      const what = sessionId ? "one of your sessions" : "all your sessions";
      await notifyPerson(client, personId, {
        kind: "sessions-ended",
        title: `${actor.name} ended ${what}`,
        href: "/settings/profile",
      });
      return success({ ended: rowCount });
    });
  },
});
