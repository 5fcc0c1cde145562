import "server-only";
import { pool } from "@/lib/db/database";
import { findRestoredAt } from "@/lib/db/restored-copy";
import { canUnsealSql } from "@/lib/db/seal";
import { env, type SmtpSettings } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { type Job, sendJob } from "@/lib/jobs/queue";
import { log } from "@/lib/log";
import { unsealContent } from "./outbox";
import { OUTDATED } from "./outdated-mail";
import { type SendOutcome, sendBySmtp } from "./smtp";

const SEND_MAILS_JOB = "send-mails";

/** Pauses between attempts. A mail that can't be sent within about a day has failed. */
const RETRY_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 480];
/** Longer than an attempt takes. */
const CLAIM_MINUTES = 5;

/** `claim` is the time of the claim, with the database's precision. */
type DueMail = { id: string; recipient: string; content: string; attempts: number; claim: string };

/** Sends what is waiting, without waiting for the schedule. Call it after the transaction. */
export async function sendMails(): Promise<void> {
  await publish(["mails", "outbox"]);
  if (env().mail.to !== "smtp") return;
  // The change is already committed, and the schedule sends the mail within a minute.
  await sendJob(SEND_MAILS_JOB, {}).catch((error) =>
    log().error({ err: error }, "Could not start sending email"),
  );
}

export const sendMailsJob: Job<object> = {
  name: SEND_MAILS_JOB,
  title: "Email",
  purpose: "Sends waiting email to the SMTP server.",
  trigger: "Every minute, and as soon as an email is created.",
  concurrency: "Each email is claimed by one process before it is sent.",
  retries:
    "An email that the server didn’t accept is sent again after a pause, for about a day, as long as its link works or its request is open.",
  crash:
    "An email whose sending was interrupted may have arrived. It is marked as unconfirmed and not sent again unless a person asks for it.",
  cron: "* * * * *",
  async run() {
    if (await findRestoredAt(await pool())) return;
    await markInterrupted();
    await endOutdated();
    await endOverdue();
    const { mail } = env();
    if (mail.to !== "smtp") return;
    for (let due = await claimNext(); due; due = await claimNext()) await send(due, mail);
  },
};

async function markInterrupted(): Promise<void> {
  const db = await pool();
  await db.query(
    `update mails set state = 'unconfirmed', finished_at = now(), problem = 'Sending was interrupted'
     where state = 'sending' and claimed_at < now() - make_interval(mins => $1)`,
    [CLAIM_MINUTES],
  );
}

async function endOutdated(): Promise<void> {
  const db = await pool();
  await db.query(
    `update mails set state = 'failed', finished_at = now(), problem = 'Not sent: ' || found.reason
     from (select m.id, ${OUTDATED} as reason from mails m where m.state = 'waiting') found
     where mails.id = found.id and mails.state = 'waiting' and found.reason is not null`,
  );
}

/** Without a server nothing is tried, and what waited for long would surprise its reader. */
async function endOverdue(): Promise<void> {
  const db = await pool();
  await db.query(
    `update mails set state = 'failed', finished_at = now(), problem = 'Not sent: no server was available for a day'
     where state = 'waiting' and next_at < now() - make_interval(mins => $1)`,
    [RETRY_MINUTES.reduce((sum, minutes) => sum + minutes)],
  );
}

async function claimNext(): Promise<DueMail | null> {
  const db = await pool();
  const { rows } = await db.query<DueMail>(
    `update mails set state = 'sending', claimed_at = now(), attempts = attempts + 1
     where id = (
       select id from mails m
       where state = 'waiting' and next_at <= now() and ${canUnsealSql("content", "created_at")}
         and ${OUTDATED} is null
       order by next_at for update skip locked limit 1
     )
     returning id, recipient, content, attempts, claimed_at::text as claim`,
  );
  return rows[0] ?? null;
}

async function send(due: DueMail, settings: SmtpSettings): Promise<void> {
  const { id, recipient, content: sealed, attempts } = due;
  const content = unsealContent(id, sealed);
  const outcome: SendOutcome = content
    ? await sendBySmtp({ id, recipient, content }, settings)
    : {
        is: "rejected",
        problem: "The email was encrypted with a secret that this server doesn’t have",
        code: "unreadable",
      };
  const state = await recordOutcome(due, outcome);
  const level = outcome.is === "sent" ? "info" : "warn";
  log()[level]({ mailId: id, state, attempts, code: "code" in outcome ? outcome.code : undefined }, "Email");
  await publish(["mails"]);
}

/** Has no effect if the attempt took so long that the mail was marked as interrupted. */
async function recordOutcome({ id, attempts, claim }: DueMail, outcome: SendOutcome): Promise<string> {
  const pauseMinutes = outcome.is === "unavailable" ? RETRY_MINUTES[attempts - 1] : undefined;
  const state =
    outcome.is === "sent" || outcome.is === "unconfirmed"
      ? outcome.is
      : pauseMinutes === undefined
        ? "failed"
        : "waiting";
  const { rowCount } = await (await pool()).query(
    `update mails set state = $2, problem = $3, next_at = now() + make_interval(mins => $4),
       finished_at = case when $2 = 'waiting' then null else now() end
     where id = $1 and state = 'sending' and claimed_at = $5::timestamptz`,
    [id, state, "problem" in outcome ? outcome.problem : null, pauseMinutes ?? 0, claim],
  );
  return rowCount ? state : "interrupted";
}
