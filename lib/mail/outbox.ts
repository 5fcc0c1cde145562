import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { rowContext, seal, unseal } from "@/lib/db/seal";
import type { MailContent } from "@/lib/domain/mail/mail-content";
import type { MailKind } from "@/lib/domain/mail/messages";
import { env } from "@/lib/env";
import { OUTDATED, referencesOf } from "./outdated-mail";

/** `id` is null for an address that was chosen for alerts. */
export type Recipient = { id: string | null; email: string };

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
  alertDeliveryId: string | null = null,
): Promise<void> {
  const { to } = env().mail;
  if (to === "nobody") return;
  const id = randomUUID();
  const { linkHash, approvalId } = referencesOf(kind, content);
  await client.query(
    `insert into mails (id, kind, person_id, recipient, subject, content, state, finished_at, link_hash, approval_id,
       alert_delivery_id)
     values ($1, $2, $3, $4, $5, $6, $7, case when $7 = 'caught' then now() end, $8, $9, $10)`,
    [
      id,
      kind,
      person.id,
      person.email,
      content.subject,
      seal(content, contextOf(id)),
      to === "outbox" ? "caught" : "waiting",
      linkHash,
      approvalId,
      alertDeliveryId,
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

export type MailState = "waiting" | "sending" | "sent" | "caught" | "unconfirmed" | "failed";

export type StoredMail = {
  id: string;
  kind: MailKind;
  personId: string | null;
  recipient: string;
  subject: string;
  state: MailState;
  attempts: number;
  problem: string | null;
  /** Why it can't be sent again. */
  outdated: string | null;
  nextAt: Date;
  createdAt: Date;
};

const COLUMNS = `id, kind, person_id as "personId", recipient, subject, state, attempts, problem,
  ${OUTDATED} as outdated, next_at as "nextAt", created_at as "createdAt"`;

const MAX_LISTED = 100;

/** The newest first. */
export async function listMails(): Promise<StoredMail[]> {
  const { rows } = await (await pool()).query<StoredMail>(
    `select ${COLUMNS} from mails m order by created_at desc, id limit ${MAX_LISTED}`,
  );
  return rows;
}

/** The sandbox's outbox, with what each mail says. */
export async function listCaughtMails(): Promise<(StoredMail & { content: MailContent | null })[]> {
  const { rows } = await (await pool()).query<StoredMail & { sealed: string }>(
    `select ${COLUMNS}, content as sealed from mails m where state = 'caught'
     order by created_at desc, id limit ${MAX_LISTED}`,
  );
  return rows.map(({ sealed, ...mail }) => ({ ...mail, content: unsealContent(mail.id, sealed) }));
}

/** Puts a mail that failed or may not have arrived back in line. Returns false if it is in another state or outdated. */
export async function requeueMail(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update mails m set state = 'waiting', attempts = 0, next_at = now(), finished_at = null
     where id = $1 and state in ('failed', 'unconfirmed') and ${OUTDATED} is null`,
    [id],
  );
  return Boolean(rowCount);
}
