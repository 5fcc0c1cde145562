import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import { pool } from "@/lib/db/database";
import { rowContext, seal, unseal } from "@/lib/db/seal";
import type { ChangedChannel, ChannelKind, NewChannel } from "@/lib/domain/alerts/channel";
import { ALERT_TOPICS, type AlertTopic } from "@/lib/domain/alerts/conditions";

/** Where a channel leads. `addresses` is empty for every admin. */
export type ChannelTarget =
  | { kind: "mail"; addresses: string[] }
  | { kind: "slack"; url: string }
  | { kind: "webhook"; url: string; secret: string; previous?: PreviousSecret | PreviousSecret[] };

export type NamedTarget = { name: string; target: ChannelTarget };

type WebhookTarget = ChannelTarget & { kind: "webhook" };
type PreviousSecret = { secret: string; until: string };

export type Channel = {
  id: string;
  name: string;
  kind: ChannelKind;
  /** Null if no configured secret can decrypt it. */
  target: ChannelTarget | null;
  /** Null for everything. */
  topics: AlertTopic[] | null;
  isPaused: boolean;
};

/** Why a message wasn't sent. */
export const PAUSED = "Not sent: the channel was paused.";

/** How long a rotated secret still signs, beside the new one. */
export const ROTATION_HOURS = 24;
const MAX_PREVIOUS = 3;

type Row = Omit<Channel, "target"> & { sealed: string };

const COLUMNS = `id, kind, name, target as sealed, topics, is_paused as "isPaused"`;

export async function listChannels(db?: pg.Pool | pg.ClientBase): Promise<Channel[]> {
  const { rows } = await (db ?? (await pool())).query<Row>(
    `select ${COLUMNS} from alert_channels order by created_at, id`,
  );
  return rows.map(toChannel);
}

export async function findChannel(id: string): Promise<Channel | null> {
  const { rows } = await (await pool()).query<Row>(`select ${COLUMNS} from alert_channels where id = $1`, [
    id,
  ]);
  return rows[0] ? toChannel(rows[0]) : null;
}

function toChannel({ sealed, ...row }: Row): Channel {
  return { ...row, target: unseal(sealed, contextOf(row.id)) as ChannelTarget | null };
}

/** Returns the secret of a webhook, which is shown only once. */
export async function insertChannel(
  client: pg.ClientBase,
  channel: NewChannel,
): Promise<{ channelId: string; secret: string | null }> {
  const id = randomUUID();
  const target = newTarget(channel);
  await client.query(
    "insert into alert_channels (id, kind, name, target, topics) values ($1, $2, $3, $4, $5)",
    [id, channel.kind, channel.name, seal(target, contextOf(id)), storedTopics(channel.topics)],
  );
  return { channelId: id, secret: target.kind === "webhook" ? target.secret : null };
}

function newTarget(channel: NewChannel): ChannelTarget {
  if (channel.kind === "mail") return { kind: "mail", addresses: channel.email };
  const url = new URL(channel.secretUrl).href;
  return channel.kind === "slack"
    ? { kind: "slack", url }
    : { kind: "webhook", url, secret: newWebhookSecret() };
}

/** All topics are stored as null, so that the channel also gets those of later versions. */
function storedTopics(topics: readonly AlertTopic[]): readonly AlertTopic[] | null {
  return ALERT_TOPICS.every((topic) => topics.includes(topic)) ? null : topics;
}

/** Both return false if the channel doesn't exist. */
export async function changeTopics(
  client: pg.ClientBase,
  id: string,
  topics: readonly AlertTopic[],
): Promise<boolean> {
  const { rowCount } = await client.query("update alert_channels set topics = $2 where id = $1", [
    id,
    storedTopics(topics),
  ]);
  return Boolean(rowCount);
}

/** A webhook keeps its secret. Null if the channel doesn't exist, or its target can't be decrypted. */
export async function changeChannel(
  client: pg.ClientBase,
  id: string,
  { name, secretUrl, email }: ChangedChannel,
): Promise<Record<"before" | "after", NamedTarget> | null> {
  const { rows } = await client.query<Row>(`select ${COLUMNS} from alert_channels where id = $1 for update`, [
    id,
  ]);
  const before = rows[0] && toChannel(rows[0]);
  if (!before?.target) return null;
  const { target } = before;
  const changed: ChannelTarget =
    target.kind === "mail"
      ? { ...target, addresses: email ?? target.addresses }
      : { ...target, url: secretUrl ? new URL(secretUrl).href : target.url };
  await client.query("update alert_channels set name = $2, target = $3 where id = $1", [
    id,
    name,
    seal(changed, contextOf(id)),
  ]);
  // What could not be sent to the target of before.
  await client.query(
    "update alert_deliveries set next_at = now() where channel_id = $1 and state = 'waiting'",
    [id],
  );
  return { before: { name: before.name, target }, after: { name, target: changed } };
}

/** What waits for a paused channel is of no use later. */
export async function pauseChannel(client: pg.ClientBase, id: string, isPaused: boolean): Promise<boolean> {
  const { rowCount } = await client.query("update alert_channels set is_paused = $2 where id = $1", [
    id,
    isPaused,
  ]);
  if (isPaused)
    await client.query(
      `update alert_deliveries set state = 'failed', finished_at = now(), problem = $2
       where channel_id = $1 and state = 'waiting'`,
      [id, PAUSED],
    );
  return Boolean(rowCount);
}

/** With everything that was sent to it. */
export async function removeChannel(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query("delete from alert_channels where id = $1", [id]);
  return Boolean(rowCount);
}

/** The old secrets sign beside the new one, each for a day. Returns null if the channel is no webhook or can't be decrypted. */
export async function rotateSecret(client: pg.ClientBase, id: string, now: Date): Promise<string | null> {
  const { rows } = await client.query<Row>(`select ${COLUMNS} from alert_channels where id = $1 for update`, [
    id,
  ]);
  const target = rows[0] && toChannel(rows[0]).target;
  if (target?.kind !== "webhook") return null;
  const secret = newWebhookSecret();
  const until = new Date(now.getTime() + ROTATION_HOURS * 3_600_000).toISOString();
  const previous = [...previousSecrets(target, now), { secret: target.secret, until }].slice(-MAX_PREVIOUS);
  const rotated: ChannelTarget = { ...target, secret, previous };
  await client.query("update alert_channels set target = $2 where id = $1", [
    id,
    seal(rotated, contextOf(id)),
  ]);
  return secret;
}

export function signingSecrets(target: WebhookTarget, now: Date): string[] {
  return [target.secret, ...previousSecrets(target, now).map(({ secret }) => secret)];
}

function previousSecrets({ previous = [] }: WebhookTarget, now: Date): PreviousSecret[] {
  return [previous].flat().filter(({ until }) => new Date(until) > now);
}

function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

function contextOf(id: string): string {
  return rowContext("alert_channels.target", id);
}
