import type { Permission } from "./permissions";

/**
 * What the event stream may say, and who may hear it. A topic is a name, or a name and an id (`card:…`): the
 * name before the colon decides.
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
  webhooks: "webhooks.read",
  audit: "audit.read",
  people: "users.manage",
  // To one person's own browsers.
  person: "profile.use",
  everything: "profile.use",
} as const satisfies Record<string, Permission>;

/** Events were missed that nobody can name any more: whatever is shown is read again. */
export const EVERYTHING = "everything";

export type TopicName = keyof typeof TOPICS;

/** The permission that hearing a topic needs; null for a topic that nobody may hear. */
export function topicPermission(topic: string): Permission | null {
  const name = topic.split(":", 1)[0] ?? "";
  return Object.hasOwn(TOPICS, name) ? TOPICS[name as TopicName] : null;
}

/** `person:<id>` is for that person alone. */
export function isForPerson(topic: string, personId: string): boolean {
  return !topic.startsWith("person:") || topic === `person:${personId}`;
}
