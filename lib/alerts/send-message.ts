import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type AlertMessage, alertMail, slackBody } from "@/lib/domain/alerts/alert-message";
import { countOf } from "@/lib/domain/money/numbers";
import { env } from "@/lib/env";
import { queueMail, type Recipient } from "@/lib/mail/outbox";
import { sendBySmtp } from "@/lib/mail/smtp";
import { inTransaction } from "@/lib/postgres/open-database";
import { type Channel, type ChannelTarget, signingSecrets } from "./channels";
import { postMessage, type SendOutcome, signatureHeaders } from "./post-message";

const UNREADABLE = "The channel was encrypted with a secret that this server doesn’t have.";
const NO_MAIL = "Email isn’t configured.";
const NO_RECIPIENT = "There is no admin to send it to.";

/** The ID is the same for every attempt, so that the receiver can recognize a second copy. */
export async function postToChannel(
  { target }: Channel,
  id: string,
  message: AlertMessage,
): Promise<SendOutcome> {
  if (!target) return { is: "failed", problem: UNREADABLE };
  const rules = { privateHosts: env().alertHosts };
  if (target.kind === "slack") return postMessage(target.url, JSON.stringify(slackBody(message)), {}, rules);
  if (target.kind === "mail") throw new Error("Email is not posted");
  const body = JSON.stringify(message);
  const now = new Date();
  const headers = signatureHeaders(id, body, signingSecrets(target, now), now);
  return postMessage(target.url, body, headers, rules);
}

/** Puts the message into the outbox, in the caller's transaction. Call `sendMails` afterward. */
export async function queueForChannel(
  client: pg.ClientBase,
  { target }: Channel,
  deliveryId: string,
  message: AlertMessage,
): Promise<SendOutcome> {
  const recipients = await findRecipients(client, target);
  if ("problem" in recipients) return { is: "failed", ...recipients };
  for (const recipient of recipients)
    await queueMail(client, recipient, "alert", alertMail(message), deliveryId);
  return { is: "sent", answer: `${countOf(recipients.length, "email")} in the outbox.` };
}

/** Sends at once and waits for the server, for a test. */
export async function mailToChannel(
  db: pg.Pool,
  channel: Channel,
  deliveryId: string,
  message: AlertMessage,
): Promise<SendOutcome> {
  const { mail } = env();
  if (mail.to !== "smtp")
    return inTransaction(db, (client) => queueForChannel(client, channel, deliveryId, message));
  // Not in a transaction, which would hold the embedded database's only connection.
  const recipients = await findRecipients(db, channel.target);
  if ("problem" in recipients) return { is: "failed", ...recipients };
  for (const { email } of recipients) {
    const sent = await sendBySmtp({ id: randomUUID(), recipient: email, content: alertMail(message) }, mail);
    // Without the server's reply, which may quote the address.
    if (sent.is !== "sent") return { is: "failed", problem: `${sent.problem.split(":")[0]} (${sent.code}).` };
  }
  return { is: "sent", answer: `The mail server accepted ${countOf(recipients.length, "email")}.` };
}

async function findRecipients(
  db: pg.Pool | pg.ClientBase,
  target: ChannelTarget | null,
): Promise<Recipient[] | { problem: string }> {
  if (target?.kind !== "mail") return { problem: UNREADABLE };
  if (env().mail.to === "nobody") return { problem: NO_MAIL };
  if (target.addresses.length > 0) return target.addresses.map((email) => ({ id: null, email }));
  const { rows } = await db.query<Recipient>(
    "select id, email from people where role = 'admin' and state = 'active' order by email",
  );
  return rows.length > 0 ? rows : { problem: NO_RECIPIENT };
}
