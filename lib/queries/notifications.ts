import "server-only";
import { z } from "zod";
import { pool } from "@/lib/db/database";
import type { Notification, Notifications } from "@/lib/domain/people/notification";
import { can } from "@/lib/domain/people/permissions";
import { success } from "@/lib/domain/result";
import { defineQuery } from "./define-query";

const MAX_NOTIFICATIONS = 20;

/** Those about reports, reconciliation, or approvals are only for people who may read these now; those about an account are for everyone. */
export const getNotifications = defineQuery({
  name: "own notifications",
  permission: "profile.use",
  input: z.object({}),
  async run({ actor }) {
    const db = await pool();
    const { rows } = await db.query<Omit<Notification, "at"> & { at: Date; unread: string }>({
      name: "list-notifications",
      text: `select id::text, kind, title, href, created_at as at, read_at is not null as "isRead",
               count(*) filter (where read_at is null) over () as unread
             from notifications
             where person_id = $1 and ($2 or kind not like 'report-%')
               and case when href like '/reconciliation/%' then $4 else $3 or kind not like 'approval-%' end
             order by notifications.id desc limit ${MAX_NOTIFICATIONS}`,
      values: [
        actor.id,
        can(actor.role, "reports.read"),
        can(actor.role, "approvals.read"),
        can(actor.role, "reconciliation.read"),
      ],
    });
    const items = rows.map(({ at, unread, ...item }) => ({ ...item, at: at.toISOString() }));
    return success<Notifications>({ items, unread: Number(rows[0]?.unread ?? 0) });
  },
});
