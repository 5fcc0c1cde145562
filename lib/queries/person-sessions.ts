import "server-only";
import { z } from "zod";
import { listSessions } from "@/lib/auth/sessions";
import { success } from "@/lib/domain/result";
import { OwnId } from "@/lib/domain/text/own-id";
import { defineQuery } from "./define-query";

/** For admins: where somebody else is signed in. */
export const getPersonSessions = defineQuery({
  name: "a person's sessions",
  permission: "users.manage",
  input: z.object({ personId: OwnId }),
  async run({ input: { personId }, actor }) {
    const sessions = await listSessions(personId);
    return success(
      sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
        ...session,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isThisOne: session.id === actor.sessionId,
      })),
    );
  },
});
