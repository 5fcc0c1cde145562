"use server";

import { z } from "zod";
import { appendAudit } from "@/lib/audit/append";
import { lockPerson } from "@/lib/auth/people";
import { revokeSessionsOf } from "@/lib/auth/sessions";
import { database } from "@/lib/db/database";
import { success } from "@/lib/domain/result";
import { publish } from "@/lib/events/bus";
import { inTransaction } from "@/lib/postgres/open-database";
import { defineAction } from "./define-action";

/**
 * Ends all of the person's own sessions but this one. Asks for nothing, because it is what somebody does who found a
 * stranger in their account. Writes its own audit entry, and only if a session was ended.
 */
export const endOtherSessions = defineAction({
  permission: "profile.use",
  confirmation: "none",
  audited: false,
  input: z.strictObject({}),
  action: "session.revoke-others",
  target: () => null,
  async run({ actor: { id, name, role, sessionId }, request: { address } }) {
    const { pool } = await database();
    const ended = await inTransaction(pool, async (client) => {
      await lockPerson(client, id);
      const count = await revokeSessionsOf(client, id, sessionId);
      if (count === 0) return 0;
      await appendAudit(client, {
        phase: "event",
        action: "session.revoke-others",
        outcome: "succeeded",
        actor: { id, name, role },
        target: id,
        after: { ended: count },
        address,
      });
      return count;
    });
    if (ended > 0) await publish(["audit", `person:${id}`]);
    return success({ ended });
  },
});
