import type { EndpointName } from "@/lib/contract/endpoints";
import type { Exchange } from "./exchange";

type RetryCause = "lost" | "busy";

export type Policy = {
  /** The maximum number of retries, and what they are allowed after. */
  retries: number;
  retryCauses: readonly RetryCause[];
  /** The failure to report if the response is lost; `unknown-outcome` for requests that must not be repeated. */
  onLostResponse: "unavailable" | "unknown-outcome";
};

const READ: Policy = { retries: 2, retryCauses: ["lost", "busy"], onLostResponse: "unavailable" };
const IDEMPOTENT_WRITE: Policy = { retries: 1, retryCauses: ["lost"], onLostResponse: "unavailable" };
const NON_IDEMPOTENT: Policy = { retries: 0, retryCauses: [], onLostResponse: "unknown-outcome" };
/**
 * A GET that starts a job. It is not retried automatically, because each request creates a report and a webhook; but a
 * second report does no harm, so a person may request it again.
 */
const STARTS_JOB: Policy = { retries: 0, retryCauses: [], onLostResponse: "unavailable" };

export const POLICIES = {
  createCard: NON_IDEMPOTENT,
  reissueCard: NON_IDEMPOTENT,
  freezeCard: IDEMPOTENT_WRITE,
  blockCard: IDEMPOTENT_WRITE,
  requestFile: STARTS_JOB,
  listCards: READ,
  listTransactions: READ,
  retrieveCard: READ,
  listCardDesigns: READ,
  getCardDesign: READ,
} as const satisfies Record<EndpointName, Policy>;

const BUSY_STATUSES = [429, 502, 503, 504];
const INITIAL_BACKOFF_MS = 200;

/** A rejected request counts as healthy, because the issuer responded. */
export function isHealthy(exchange: Exchange): boolean {
  return exchange.type === "response" && exchange.status < 500;
}

/** Returns null if the request must not be retried. */
export function retryDelayMs(
  call: EndpointName,
  exchange: Exchange,
  attempts: number,
  random: () => number,
): number | null {
  const { retries, retryCauses }: Policy = POLICIES[call];
  const retryCause = retryCauseOf(exchange);
  if (retryCause === null || attempts > retries || !retryCauses.includes(retryCause)) return null;
  const backoffMs = INITIAL_BACKOFF_MS * 2 ** (attempts - 1);
  const requestedMs = exchange.type === "response" ? exchange.retryAfterMs : null;
  // Jitter is added to the requested delay, so that callers retry neither early nor all at once.
  return (requestedMs ?? backoffMs / 2) + random() * (backoffMs / 2);
}

function retryCauseOf(exchange: Exchange): RetryCause | null {
  if (exchange.type === "lost") return "lost";
  return BUSY_STATUSES.includes(exchange.status) ? "busy" : null;
}
