import type { Evidence } from "@/lib/audit/operations";
import type { CardState } from "@/lib/domain/card-timeline";

/** What the issuer's records say of an operation whose answer was lost. */
export type Outcome =
  | { is: "succeeded"; data: unknown; cardId: string; after?: CardState }
  | { is: "failed" }
  /** The issuer could not be asked. */
  | { is: "unreachable" }
  /** The issuer may still be carrying it out, or another operation has to end first. */
  | { is: "pending" }
  /** The records were read and cannot tell. */
  | { is: "inconclusive" }
  /** What was sent can't be opened or understood, so nobody knows what to look for. */
  | { is: "unreadable-evidence" };

export type Question = {
  id: string;
  action: string;
  target: string | null;
  begun_at: Date;
  /** When its request was last sent; null where that was not recorded. */
  sent_at: Date | null;
  /** How many readings could not tell. */
  attempts: number;
  /** The issuer's longest processing time is over: what is not there by now did not happen. */
  isMature: boolean;
  /** Null when it is missing or can't be opened. */
  evidence: Evidence | null;
  /** Called while a long reading goes on. */
  onProgress(): Promise<void>;
};
