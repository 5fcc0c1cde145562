import "server-only";
import { z } from "zod";
import { listAudit } from "@/lib/audit/read";
import { can } from "@/lib/domain/people/permissions";
import { success } from "@/lib/domain/result";
import { toListRow } from "./audit";
import { defineQuery } from "./define-query";

const MAX_ACTIONS = 8;

/** Everyone's actions for people who may read the audit log, otherwise the person's own. */
export const getRecentActions = defineQuery({
  name: "recent actions",
  permission: "profile.use",
  input: z.object({}),
  async run({ actor }) {
    const filter = can(actor.role, "audit.read") ? {} : { actorId: actor.id };
    const { rows } = await listAudit(filter, { limit: MAX_ACTIONS });
    return success(rows.map(toListRow));
  },
});
