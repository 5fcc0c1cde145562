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
import type { StoredRequest } from "./requests";
import type { Colleague } from "./settings";

type Account = Pick<Colleague, "id" | "name" | "email">;

/** The request, and what it is about. */
type Concerned = Pick<StoredRequest, "id" | "kind" | "action" | "target">;

type Announcement = { request: Concerned; title: string };

/** In the caller's transaction. Call `publishApprovals` after it. */
export async function announceRequest(
  client: pg.ClientBase,
  approvers: readonly Account[],
  { request, title, requester, expiresAt }: Announcement & { requester: string; expiresAt: string },
): Promise<void> {
  await tell(client, approvers, "approval-requested", {
    request,
    text: `${requester} asks for your approval: ${title}`,
    mail: (person) => approvalRequestedMail(person, { requester, title, expiresAt, url: urlOf(request) }),
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
  { request, title, outcome, isGood, comment }: Announcement & Outcome,
): Promise<void> {
  await tell(client, [requester], isGood ? "approval-decided" : "approval-refused", {
    request,
    text: `“${title}” ${outcome}`,
    mailKind: "approval-decided",
    mail: (person) => approvalDecidedMail(person, { title, outcome, comment, url: urlOf(request) }),
  });
}

export async function announceEmergency(
  client: pg.ClientBase,
  admins: readonly Account[],
  { request, title, actor, reason }: Announcement & { actor: string; reason: string },
): Promise<void> {
  await tell(client, admins, "approval-emergency", {
    request,
    text: `${actor} is acting without a second person: ${title}`,
    mail: (person) => emergencyMail(person, { actor, title, reason, url: urlOf(request) }),
  });
}

export async function announceEmergencyFailure(
  client: pg.ClientBase,
  admins: readonly Account[],
  { request, title, actor, message }: Announcement & { actor: string; message: string | null },
): Promise<void> {
  await tell(client, admins, "approval-refused", {
    request,
    text: `${title}: ${actor} acted without a second person, but it failed.`,
    mailKind: "approval-emergency",
    mail: (person) => emergencyFailedMail(person, { actor, title, message, url: urlOf(request) }),
  });
}

type Message = {
  request: Concerned;
  text: string;
  mailKind?: MailKind;
  mail: (person: Account) => MailContent;
};

async function tell(
  client: pg.ClientBase,
  people: readonly Account[],
  kind: string,
  { request, text, mailKind, mail }: Message,
): Promise<void> {
  for (const person of people) {
    await client.query("insert into notifications (person_id, kind, title, href) values ($1, $2, $3, $4)", [
      person.id,
      kind,
      text,
      pathOf(request),
    ]);
    await queueMail(client, person, mailKind ?? (kind as MailKind), mail(person));
  }
}

/** After the transaction: refreshes the screens of everyone concerned and sends the mail. */
export async function publishApprovals(request: Concerned, peopleIds: readonly string[]): Promise<void> {
  await publish(approvalTopics(request, peopleIds));
  await sendMails();
}

export function approvalTopics(request: Concerned, peopleIds: readonly string[]): string[] {
  const people = peopleIds.map((id) => `person:${id}`);
  return ["approvals", "audit", ...placesOf(request), ...people];
}

/** Pages that show the request besides its own. */
function placesOf({ kind, action, target }: Concerned): string[] {
  if (kind === "sign-off") return ["reconciliation"];
  if (target && action.startsWith("run.")) return ["runs", `run:${target}`];
  return target ? [`card:${target}`] : [];
}

/** Who signs off can't always open the list of requests, so theirs are on the page of the period. */
function pathOf({ id, kind, target }: Concerned): string {
  return kind === "sign-off" ? `/reconciliation/${target}` : `/approvals/${id}`;
}

function urlOf(request: Concerned): string {
  return new URL(pathOf(request), env().publicUrl).href;
}
