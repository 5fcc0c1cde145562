import "server-only";
import { z } from "zod";
import { pool } from "@/lib/db/database";
import type { Notification, Notifications } from "@/lib/domain/people/notification";
import { can } from "@/lib/domain/people/permissions";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

const MAX_NOTIFICATIONS = 20;

/** Notifications are about reports and approvals. A person who may no longer read reports gets none. */
export const getNotifications = defineQuery({
  name: "own notifications",
  permission: "profile.use",
  input: z.object({}),
  async run({ actor }) {
    if (!can(actor.role, "reports.read")) return success<Notifications>({ items: [], unread: 0 });
    const db = await pool();
    const hidden = can(actor.role, "approvals.read") ? "" : "approval-%";
    const { rows } = await db.query<Omit<Notification, "at"> & { at: Date; unread: string }>({
      name: "list-notifications",
      text: `select id::text, kind, title, href, created_at as at, read_at is not null as "isRead",
               (select count(*) from notifications
                where person_id = $1 and read_at is null and kind not like $2) as unread
             from notifications where person_id = $1 and kind not like $2 order by notifications.id desc limit ${MAX_NOTIFICATIONS}`,
      values: [actor.id, hidden],
    });
    const items = rows.map(({ at, unread, ...item }) => ({ ...item, at: at.toISOString() }));
    return success<Notifications>({ items, unread: Number(rows[0]?.unread ?? 0) });
  },
});
