import "server-only";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { database, pool } from "@/lib/db/database";
import { findRestoredAt, NOT_ACTIVATED } from "@/lib/db/restored-copy";
import { canUnsealSql } from "@/lib/db/seal";
import { type AlertMessage, testMessage } from "@/lib/domain/alerts/alert-message";
import type { AlertTopic } from "@/lib/domain/alerts/conditions";
import { env } from "@/lib/env";
import { publish } from "@/lib/events/bus";
import { log } from "@/lib/log";
import { sendMails } from "@/lib/mail/send-mails";
import { inTransaction } from "@/lib/postgres/open-database";
import { type Channel, findChannel, PAUSED } from "./channels";
import type { SendOutcome } from "./post-message";
import { mailToChannel, postToChannel, queueForChannel } from "./send-message";

export type DeliveryEvent = "opened" | "cleared" | "head" | "test";

/** Pauses between attempts; the last one is repeated. */
const RETRY_MINUTES = [1, 1, 2, 5, 10, 15];
/** An older message is no news anymore. */
const MAX_AGE_HOURS = 24;
/** Longer than an attempt takes. */
const CLAIM_MINUTES = 2;

/** Stores a message for each channel that wants the topic, in the caller's transaction. */
export async function queueMessage(
  client: pg.ClientBase,
  topic: AlertTopic,
  event: DeliveryEvent,
  alertId: string | null,
  message: AlertMessage,
): Promise<void> {
  // Who wasn't told that an alert was opened needs no all-clear.
  await client.query(
    `insert into alert_deliveries (id, channel_id, alert_id, event, message, state)
     select gen_random_uuid(), c.id, $2, $3, $4, 'waiting' from alert_channels c
     where not c.is_paused and (c.topics is null or $1 = any(c.topics))
       and ($3 <> 'cleared' or exists (
         select from alert_deliveries d
         where d.channel_id = c.id and d.alert_id = $2 and d.event = 'opened' and d.state <> 'failed'))
     on conflict (channel_id, alert_id, event) do nothing`,
    [topic, alertId, event, JSON.stringify(message)],
  );
}

/** Only the newest head is of use to a receiver that was down. */
export async function dropWaitingHeads(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update alert_deliveries set state = 'failed', finished_at = now(), problem = coalesce(problem, 'Not sent.') || ' A newer head is sent instead.'
     where event = 'head' and state = 'waiting'`,
  );
}

type DueDelivery = {
  id: string;
  channelId: string;
  message: string;
  event: DeliveryEvent;
  attempts: number;
  claim: string;
};

/** Sends what is due, to each channel in order, and to all channels at once: a slow one delays no other. */
export async function deliverAlerts(): Promise<void> {
  if (await findRestoredAt(await pool())) return;
  await endOverdue();
  await deliverNext();
}

async function deliverNext(): Promise<void> {
  const due = await claimNext();
  if (!due) return;
  const results = await Promise.allSettled([deliver(due).then(deliverNext), deliverNext()]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** Also what was being sent, or not yet visible, when its channel was paused. */
async function endOverdue(): Promise<void> {
  await (await pool()).query(
    `update alert_deliveries d set state = 'failed', finished_at = now(),
       problem = case when c.is_paused then $2
         else coalesce(d.problem || ' ', '') || 'Not delivered within a day.' end
     from alert_channels c
     where c.id = d.channel_id and (c.is_paused or d.created_at < now() - make_interval(hours => $1))
       and (d.state = 'waiting' or d.state = 'sending' and d.claimed_at < now() - make_interval(mins => $3))`,
    [MAX_AGE_HOURS, PAUSED, CLAIM_MINUTES],
  );
}

/** Also one whose process died while sending. Its receiver may get it twice, with the same ID. */
async function claimNext(): Promise<DueDelivery | null> {
  const { rows } = await (await pool()).query<DueDelivery>(
    `update alert_deliveries set state = 'sending', claimed_at = clock_timestamp(), attempts = attempts + 1
     where id = (
       select d.id from alert_deliveries d join alert_channels c on c.id = d.channel_id
       where (d.state = 'waiting' and d.next_at <= now()
              or d.state = 'sending' and d.claimed_at < now() - make_interval(mins => $1))
         and not exists (
           select from alert_deliveries earlier
           where earlier.channel_id = d.channel_id and earlier.number < d.number
             and earlier.state in ('waiting', 'sending'))
         and not c.is_paused and ${canUnsealSql("c.target", "d.created_at")}
       order by d.number for update of d skip locked limit 1
     )
     returning id, channel_id as "channelId", message, event, attempts, claimed_at::text as claim`,
    [CLAIM_MINUTES],
  );
  return rows[0] ?? null;
}

async function deliver(due: DueDelivery): Promise<void> {
  const channel = await findChannel(due.channelId);
  // Its deliveries are gone with it.
  if (!channel) return;
  const message = JSON.parse(due.message) as AlertMessage;
  const { pool } = await database();
  let outcome: SendOutcome;
  if (channel.kind === "mail") {
    outcome = await inTransaction(pool, async (client) => {
      const queued = await queueForChannel(client, channel, due.id, message);
      // Otherwise another process has put it into the outbox.
      if (!(await recordOutcome(client, due, queued))) throw new Error("The claim was lost");
      return queued;
    });
    await sendMails();
  } else {
    outcome = await postToChannel(channel, due.id, message);
    await recordOutcome(pool, due, outcome);
  }
  const { id: deliveryId, event, attempts } = due;
  log()[outcome.is === "sent" ? "info" : "warn"](
    { deliveryId, channelId: channel.id, kind: channel.kind, event, attempts, outcome: outcome.is },
    "Alert message",
  );
  await publish(["alerts"]);
}

/** Returns false, without an effect, if the attempt took so long that another process claimed the delivery. */
async function recordOutcome(
  db: pg.Pool | pg.ClientBase,
  { id, attempts, claim }: DueDelivery,
  outcome: SendOutcome,
): Promise<boolean> {
  const pauseMinutes = RETRY_MINUTES[attempts - 1] ?? RETRY_MINUTES.at(-1);
  const { rowCount } = await db.query(
    `update alert_deliveries set state = $2, problem = $3, next_at = now() + make_interval(mins => $4),
       finished_at = case when $2 = 'sent' then now() end
     where id = $1 and state = 'sending' and claimed_at = $5::timestamptz`,
    outcome.is === "sent"
      ? [id, "sent", null, 0, claim]
      : [id, "waiting", outcome.problem, pauseMinutes, claim],
  );
  return Boolean(rowCount);
}

/** Sends a test at once. If it arrives, what is waiting for the channel is due again. */
export async function sendTest(channel: Channel): Promise<SendOutcome> {
  const id = randomUUID();
  const message = testMessage(new Date(), env().publicUrl);
  const { pool } = await database();
  if (await findRestoredAt(pool)) return { is: "failed", problem: NOT_ACTIVATED };
  const outcome =
    channel.kind === "mail"
      ? await mailToChannel(pool, channel, id, message)
      : await postToChannel(channel, id, message);
  await inTransaction(pool, async (client) => {
    await client.query(
      `insert into alert_deliveries (id, channel_id, event, message, state, attempts, problem, finished_at)
       select $1, id, 'test', $3, $4, 1, $5, now() from alert_channels where id = $2`,
      [id, channel.id, JSON.stringify(message), outcome.is, outcome.is === "failed" ? outcome.problem : null],
    );
    if (outcome.is === "sent")
      await client.query(
        "update alert_deliveries set next_at = now() where channel_id = $1 and state = 'waiting'",
        [channel.id],
      );
  });
  if (channel.kind === "mail") await sendMails();
  return outcome;
}
