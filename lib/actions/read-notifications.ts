"use server";

import { z } from "zod";
import { pool } from "@/lib/db/database";
import { RowNumber } from "@/lib/domain/own-id";
import { success } from "@/lib/domain/result";
import { defineAction } from "./define-action";

/** Someone has seen their notifications, up to this one. */
export const readNotifications = defineAction({
  permission: "profile.use",
  input: z.object({ upTo: RowNumber }),
  action: "profile.read-notifications",
  target: () => null,
  async run({ input: { upTo }, actor }) {
    await (await pool()).query(
      "update notifications set read_at = now() where person_id = $1 and id <= $2 and read_at is null",
      [actor.id, upTo],
    );
    return success({ personId: actor.id });
  },
  changes: (_, { personId }) => [`person:${personId}`],
});
