import type { ChannelKind } from "@/lib/domain/alerts/channel";
import type { AlertTopic } from "@/lib/domain/alerts/conditions";

export type ChannelItem = {
  id: string;
  name: string;
  kind: ChannelKind;
  /** A host, email addresses, or "All admins"; null if it can't be decrypted. */
  leadsTo: string | null;
  /** Null for everything. */
  topics: readonly AlertTopic[] | null;
  isPaused: boolean;
  /** The newest that was tried. */
  delivery: {
    event: "opened" | "cleared" | "head" | "test";
    state: "waiting" | "sending" | "sent" | "failed";
    problem: string | null;
    at: string;
    nextAt: string;
  } | null;
};
