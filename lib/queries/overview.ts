import "server-only";
import { z } from "zod";
import { listAudit } from "@/lib/audit/read";
import { can } from "@/lib/domain/permissions";
import { success } from "@/lib/domain/result";
import { toListRow } from "./audit";
import { defineQuery } from "./define-query";

const SHOWN = 8;

/** What was done last: by everyone for those who may see the log, by oneself for the others. */
export const getRecentActions = defineQuery({
  name: "recent actions",
  permission: "profile.use",
  input: z.object({}),
  async run({ actor }) {
    const filter = can(actor.role, "audit.read") ? {} : { actorId: actor.id };
    const { rows } = await listAudit(filter, { limit: SHOWN });
    return success(rows.map(toListRow));
  },
});
