import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { rowContext, seal, unseal } from "@/lib/db/seal";
import type { MailContent } from "@/lib/domain/mail/mail-content";
import type { MailKind } from "@/lib/domain/mail/messages";
import { env } from "@/lib/env";

export type Recipient = { id: string; email: string };

/** Whether a link reaches its person by mail, so that nobody else needs to see it. */
export function isMailConfigured(): boolean {
  return env().mail.to !== "nobody";
}

/** Stores a mail in the caller's transaction: it is sent if, and only if, that commits. Call `sendMails` afterward. */
export async function queueMail(
  client: pg.ClientBase,
  person: Recipient,
  kind: MailKind,
  content: MailContent,
): Promise<void> {
  const { to } = env().mail;
  if (to === "nobody") return;
  const id = randomUUID();
  await client.query(
    `insert into mails (id, kind, person_id, recipient, subject, content, state, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7, case when $7 = 'caught' then now() end)`,
    [
      id,
      kind,
      person.id,
      person.email,
      content.subject,
      seal(content, contextOf(id)),
      to === "outbox" ? "caught" : "waiting",
    ],
  );
}

/** Returns null if no configured secret can decrypt it. */
export function unsealContent(id: string, sealed: string): MailContent | null {
  return unseal(sealed, contextOf(id)) as MailContent | null;
}

function contextOf(id: string): string {
  return rowContext("mails.content", id);
}
