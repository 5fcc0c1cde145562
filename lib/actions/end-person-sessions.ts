"use server";

import { z } from "zod";
import { notifyPerson } from "@/lib/auth/notify-person";
import { lockPerson } from "@/lib/auth/people";
import { IS_ACTIVE } from "@/lib/auth/sessions";
import { database } from "@/lib/db/database";
import { type AppError, failure, success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { inTransaction } from "@/lib/postgres/open-database";
import { defineAction } from "./define-action";

/** Ends one or all sessions of somebody else, who is told. They can sign in again. */
export const endPersonSessions = defineAction({
  permission: "users.manage",
  confirmation: "recent",
  input: z.object({ personId: OwnId, sessionId: OwnId.optional() }),
  action: "person.end-sessions",
  target: ({ personId }) => personId,
  topics: ({ personId }) => ["people", `person:${personId}`],
  async run({ input: { personId, sessionId }, actor, trace, request: { requestId } }) {
    const reject = (code: AppError["code"], message: string) =>
      failure({ code, message, requestId, retry: "never" });
    if (personId === actor.id) return reject("refused", "End your own sessions on your profile.");
    const { pool } = await database();
    const ended = await inTransaction(pool, async (client) => {
      await lockPerson(client, personId);
      const { rowCount } = await client.query(
        `update sessions s set revoked_at = now(), end_reason = 'admin' from people p
         where s.person_id = $1 and p.id = s.person_id and ($2::uuid is null or s.id = $2) and ${IS_ACTIVE}`,
        [personId, sessionId ?? null],
      );
      if (!rowCount) return 0;
      const what = sessionId ? "one of your sessions" : "all your sessions";
      await notifyPerson(client, personId, {
        kind: "sessions-ended",
        title: `${actor.name} ended ${what}`,
        href: "/settings/profile",
      });
      return rowCount;
    });
    trace.after = { ended };
    if (ended === 0) return reject("not-found", "These sessions have already ended.");
    return success({ ended });
  },
});
