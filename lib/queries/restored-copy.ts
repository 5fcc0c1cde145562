import "server-only";
import { z } from "zod";
import { pool } from "@/lib/db/database";
import { findRestoredAt } from "@/lib/db/restored-copy";
import { can } from "@/lib/domain/people/permissions";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

/** Null if it isn't a restored copy, or was activated. */
export const getRestoredCopy = defineQuery({
  name: "the restored copy",
  permission: "profile.use",
  input: z.object({}),
  async run({ actor }) {
    const restoredAt = await findRestoredAt(await pool());
    return success(
      restoredAt && { restoredAt: restoredAt.toISOString(), canActivate: can(actor.role, "settings.manage") },
    );
  },
});
