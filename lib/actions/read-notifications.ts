"use server";

import { z } from "zod";
import { pool } from "@/lib/db/database";
import { success } from "@/lib/domain/result";
import { RowNumber } from "@/lib/domain/text/own-id";
import { publish } from "@/lib/events/bus";
import { defineAction } from "./define-action";

/** Marks notifications as read up to this one, and notifies the person's other tabs if any were unread. */
export const readNotifications = defineAction({
  permission: "profile.use",
  confirmation: "none",
  audited: false,
  input: z.object({ upTo: RowNumber }),
  action: "profile.read-notifications",
  target: () => null,
  async run({ input: { upTo }, actor }) {
    const { rowCount } = await (await pool()).query(
      "update notifications set read_at = now() where person_id = $1 and id <= $2 and read_at is null",
      [actor.id, upTo],
    );
    if (rowCount) await publish([`person:${actor.id}`]);
    return success(null);
  },
});
