import "server-only";
import type pg from "pg";
import type { MailContent } from "@/lib/domain/mail/mail-content";
import {
  approvalDecidedMail,
  approvalRequestedMail,
  emergencyFailedMail,
  emergencyMail,
  type MailKind,
} from "@/lib/domain/mail/messages";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { queueMail } from "@/lib/mail/outbox";
import { sendMails } from "@/lib/mail/send-mails";
import type { Colleague } from "./settings";

type Account = Pick<Colleague, "id" | "name" | "email">;

type Announcement = {
  /** The request. */
  id: string;
  title: string;
};

/** In the caller's transaction. Call `publishApprovals` after it. */
export async function announceRequest(
  client: pg.ClientBase,
  approvers: readonly Account[],
  { id, title, requester, expiresAt }: Announcement & { requester: string; expiresAt: string },
): Promise<void> {
  await tell(client, approvers, "approval-requested", {
    id,
    text: `${requester} asks for your approval: ${title}`,
    mail: (person) => approvalRequestedMail(person, { requester, title, expiresAt, url: urlOf(id) }),
  });
}

type Outcome = {
  outcome: string;
  isGood: boolean;
  /** In the email only, which is encrypted until it is sent. */
  comment?: string;
};

/** Tells the requester what became of it, in one sentence without its subject: "was declined by …". */
export async function announceOutcome(
  client: pg.ClientBase,
  requester: Account,
  { id, title, outcome, isGood, comment }: Announcement & Outcome,
): Promise<void> {
  await tell(client, [requester], isGood ? "approval-decided" : "approval-refused", {
    id,
    text: `“${title}” ${outcome}`,
    mailKind: "approval-decided",
    mail: (person) => approvalDecidedMail(person, { title, outcome, comment, url: urlOf(id) }),
  });
}

export async function announceEmergency(
  client: pg.ClientBase,
  admins: readonly Account[],
  { id, title, actor, reason }: Announcement & { actor: string; reason: string },
): Promise<void> {
  await tell(client, admins, "approval-emergency", {
    id,
    text: `${actor} is acting without a second person: ${title}`,
    mail: (person) => emergencyMail(person, { actor, title, reason, url: urlOf(id) }),
  });
}

export async function announceEmergencyFailure(
  client: pg.ClientBase,
  admins: readonly Account[],
  { id, title, actor, message }: Announcement & { actor: string; message: string | null },
): Promise<void> {
  await tell(client, admins, "approval-refused", {
    id,
    text: `${title}: ${actor} acted without a second person, but it failed.`,
    mailKind: "approval-emergency",
    mail: (person) => emergencyFailedMail(person, { actor, title, message, url: urlOf(id) }),
  });
}

type Message = { id: string; text: string; mailKind?: MailKind; mail: (person: Account) => MailContent };

async function tell(
  client: pg.ClientBase,
  people: readonly Account[],
  kind: string,
  { id, text, mailKind, mail }: Message,
): Promise<void> {
  for (const person of people) {
    await client.query("insert into notifications (person_id, kind, title, href) values ($1, $2, $3, $4)", [
      person.id,
      kind,
      text,
      `/approvals/${id}`,
    ]);
    await queueMail(client, person, mailKind ?? (kind as MailKind), mail(person));
  }
}

/** After the transaction: refreshes the screens of everyone concerned and sends the mail. */
export async function publishApprovals(target: string | null, peopleIds: readonly string[]): Promise<void> {
  await publish(approvalTopics(target, peopleIds));
  await sendMails();
}

export function approvalTopics(target: string | null, peopleIds: readonly string[]): string[] {
  const people = peopleIds.map((id) => `person:${id}`);
  return ["approvals", "audit", ...(target ? [`card:${target}`] : []), ...people];
}

function urlOf(id: string): string {
  return new URL(`/approvals/${id}`, env().publicUrl).href;
}
