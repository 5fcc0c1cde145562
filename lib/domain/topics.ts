import type { Permission } from "./people/permissions";

/**
 * The topics of the event stream, and the permission each needs. A topic is a name, or a name and an ID (`card:…`):
 * the name decides.
 */
const TOPICS = {
  card: "cards.read",
  cards: "cards.read",
  transactions: "transactions.read",
  issuer: "cards.read",
  index: "cards.read",
  customer: "cards.read",
  attention: "cards.read",
  reports: "reports.read",
  reconciliation: "reconciliation.read",
  webhooks: "webhooks.read",
  audit: "audit.read",
  runs: "bulk.freeze",
  run: "bulk.freeze",
  approvals: "approvals.read",
  people: "users.manage",
  mails: "settings.manage",
  alerts: "settings.manage",
  views: "views.save",
  templates: "cards.create",
  outbox: "sandbox.use",
  // Only for that person's own browsers.
  person: "profile.use",
  everything: "profile.use",
} as const satisfies Record<string, Permission>;

/** Sent after missed events: the browser reads everything it shows again. */
export const EVERYTHING = "everything";

export type TopicName = keyof typeof TOPICS;

/** Null if nobody may subscribe to the topic. */
export function topicPermission(topic: string): Permission | null {
  const name = topic.split(":", 1)[0] ?? "";
  return Object.hasOwn(TOPICS, name) ? TOPICS[name as TopicName] : null;
}

/** `person:<id>` is only for that person. */
export function isForPerson(topic: string, personId: string): boolean {
  return !topic.startsWith("person:") || topic === `person:${personId}`;
}
