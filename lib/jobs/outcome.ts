import type { Evidence } from "@/lib/audit/operations";
import type { CardState } from "@/lib/domain/cards/card-timeline";
import type { ReadCardsCreated } from "./read-cards-created";

/** The outcome of an operation according to the issuer's records. */
export type Outcome =
  | { is: "succeeded"; data: unknown; cardId: string; after?: CardState; message?: string }
  | { is: "failed" }
  /** The issuer couldn't be reached. */
  | { is: "unreachable" }
  /** The issuer may still be processing it, or another operation has to finish first. */
  | { is: "pending" }
  /** The records don't show the outcome. */
  | { is: "inconclusive" }
  /** The stored request can't be decrypted or parsed, so it can't be compared with the records. */
  | { is: "unreadable-evidence" };

export type UnresolvedOperation = {
  id: string;
  action: string;
  target: string | null;
  begun_at: Date;
  /** The last time its request was sent. Null if that was not recorded. */
  sent_at: Date | null;
  /** The number of inconclusive attempts. */
  attempts: number;
  /** The issuer's maximum processing time is over, so a change that is not in the records didn't happen. */
  isProcessingOver: boolean;
  /** Null if it is missing or can't be decrypted. */
  evidence: Evidence | null;
  /** Shares a long read with operations that need the same. */
  readCards: ReadCardsCreated;
  /** Called repeatedly during a long read. */
  onProgress(): Promise<void>;
};
