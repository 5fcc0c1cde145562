import { z } from "zod";
import { maskCardSecrets } from "@/lib/domain/cards/card-secrets";
import { ALERT_TOPICS } from "./conditions";

export const CHANNEL_KINDS = {
  webhook: "Signed webhook",
  slack: "Slack-compatible URL",
  mail: "Email",
} as const;
export type ChannelKind = keyof typeof CHANNEL_KINDS;

/** Where email goes without addresses of its own. */
export const ALL_ADMINS = "All admins";

const MAX_ADDRESSES = 20;

const ChannelName = z
  .string()
  .trim()
  .min(1, { error: "must not be empty" })
  .max(60, { error: "must be at most 60 characters" })
  .refine((name) => !/\p{Cc}/u.test(name), { error: "must not contain control characters" })
  .refine((name) => maskCardSecrets(name) === name, { error: "must not contain a card number" });

/** At least one; a channel that should get nothing is paused. */
export const Topics = z.array(z.enum(ALERT_TOPICS)).min(1, { error: "must be at least one" });

const TargetUrl = z
  .string()
  .trim()
  .max(2_000, { error: "must be at most 2,000 characters" })
  .refine((text) => z.url({ protocol: /^https?$/ }).safeParse(text).success, {
    error: "must be a URL, such as https://hooks.example.com/cardwell",
  })
  .refine((text) => !URL.canParse(text) || (!new URL(text).username && !new URL(text).password), {
    error: "must not contain a username or password",
  });

/** Separated by spaces or commas; empty for every admin. */
const Addresses = z
  .string()
  .trim()
  .max(5_000, { error: "must be shorter" })
  .transform(splitAddresses)
  .pipe(
    z
      .array(z.email({ error: "must be email addresses, separated by commas" }).max(254))
      .max(MAX_ADDRESSES, { error: `must be at most ${MAX_ADDRESSES} addresses` }),
  );

/** What is wrong with a URL that uses plain HTTP, which only hosts in one's own network may. */
export function findPlainHttp(url: URL, privateHosts: readonly string[]): string | null {
  return url.protocol === "https:" || privateHosts.includes(url.host) ? null : "must use https";
}

/** The names of its fields keep the URL and the addresses out of the audit log (lib/domain/text/masking.ts). */
export const NewChannel = z.discriminatedUnion("kind", [
  z.object({
    kind: z.enum(["webhook", "slack"]),
    name: ChannelName,
    topics: Topics,
    secretUrl: TargetUrl,
  }),
  z.object({
    kind: z.literal("mail"),
    name: ChannelName,
    topics: Topics,
    email: Addresses,
  }),
]);
export type NewChannel = z.output<typeof NewChannel>;

/** What is left out stays, such as a URL, which isn't shown. */
export const ChangedChannel = z.object({
  name: ChannelName,
  secretUrl: TargetUrl.optional(),
  email: Addresses.optional(),
});
export type ChangedChannel = z.output<typeof ChangedChannel>;

function splitAddresses(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}
