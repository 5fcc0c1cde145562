import "server-only";
import { cache } from "react";
import { pool } from "@/lib/db/database";

/** The last event and the database's time before anything else is read, once per page. */
export const readStart = cache(async (): Promise<{ lastEventId: number; at: string }> => {
  const { rows } = await (await pool()).query<{ last_event_id: string | null; at: Date }>({
    name: "read-start",
    text: "select max(id) as last_event_id, clock_timestamp() as at from events",
  });
  return { lastEventId: Number(rows[0]?.last_event_id ?? 0), at: (rows[0]?.at ?? new Date()).toISOString() };
});
