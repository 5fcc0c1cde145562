/** What the receiver made of a delivery. Only `accepted` has any effect. */
export const WEBHOOK_VERDICTS = [
  "accepted",
  "unsigned",
  "wrong-secret",
  "altered",
  "too-old",
  "too-new",
  "too-large",
] as const;
export type WebhookVerdict = (typeof WEBHOOK_VERDICTS)[number];

/** What came of an accepted delivery. */
export const WEBHOOK_EFFECTS = ["matched", "needless", "unmatched", "unknown-shape", "failed"] as const;
export type WebhookEffect = (typeof WEBHOOK_EFFECTS)[number];

export type DeliveryRow = {
  id: string;
  eventId: string;
  receivedAt: string;
  verdict: WebhookVerdict;
  reason: string;
  repeats: number;
  isProcessed: boolean;
  effect: WebhookEffect | null;
  effectMessage: string | null;
  requestId: string | null;
  bytes: number;
};

export type DeliveryDetail = DeliveryRow & {
  headers: Record<string, string>;
  /** As it came, with the secret part of every link struck out; null when it can't be opened. */
  body: string | null;
  repeatedAt: string | null;
  referenceId: string | null;
  /** The requests that it could be matched to by hand. */
  candidates: { id: string; type: string; date: string; person: string; createdAt: string }[];
};
