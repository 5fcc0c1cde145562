/** The result of the signature check. Only `accepted` deliveries are processed. */
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

/** The result of processing an accepted delivery. */
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
  /** With the secrets of all links masked; null if it can't be decrypted. */
  body: string | null;
  repeatedAt: string | null;
  referenceId: string | null;
  /** The requests it can be matched to manually. */
  candidates: { id: string; type: string; date: string; person: string; createdAt: string }[];
};
