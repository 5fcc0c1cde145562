import "server-only";
import type pg from "pg";
import { appendAudit } from "@/lib/audit/append";
import { describeBrowser } from "@/lib/domain/people/describe-browser";
import { env } from "@/lib/env";
import { notifyPerson } from "./notify-person";
import type { Person } from "./people";
import { IS_PROVED } from "./sessions";

/**
 * Call it when a session was created or got its second factor, with the person locked. Ends the sessions that were
 * unused for longest if the person has too many, and tells them. Who knows only the password ends none. Sessions that
 * lack a required factor count, because they work again when the role no longer requires one.
 */
export async function limitSessions(
  client: pg.ClientBase,
  { id, name, role }: Pick<Person, "id" | "name" | "role">,
  { sessionId, address }: { sessionId: string; address: string },
): Promise<void> {
  const limit = env().sessionLimit;
  const { rows } = await client.query<{ userAgent: string | null }>(
    `update sessions set revoked_at = now(), end_reason = 'limit' where id in (
       select s.id from sessions s join people p on p.id = s.person_id
       where s.person_id = $1 and s.id <> $2 and ${IS_PROVED}
         and exists (select from sessions where id = $2 and not needs_factor)
       order by s.last_seen_at desc, s.created_at desc, s.id offset $3
     ) returning user_agent as "userAgent"`,
    [id, sessionId, limit - 1],
  );
  for (const { userAgent } of rows) {
    const rule = limit === 1 ? "one session is" : `${limit} sessions are`;
    const message = `${describeBrowser(userAgent)}: at most ${rule} allowed`;
    await appendAudit(client, {
      phase: "event",
      action: "session.limit",
      outcome: "succeeded",
      actor: { id, name, role },
      target: id,
      message,
      address,
    });
    const title = `Your session in ${describeBrowser(userAgent)} was ended: at most ${rule} allowed`;
    await notifyPerson(client, id, { kind: "session-limit", title, href: "/settings/profile" });
  }
}
