import type { EndpointName } from "@/lib/contract/endpoints";
import type { Exchange } from "./exchange";

type Setback = "lost" | "busy";

export type Policy = {
  /** How often the same request may be sent again, and after what. */
  retries: number;
  retriedAfter: readonly Setback[];
  /** What no answer means: nothing that matters, or something that may have happened and must not happen twice. */
  whenLost: "unavailable" | "unknown-outcome";
};

const READ: Policy = { retries: 2, retriedAfter: ["lost", "busy"], whenLost: "unavailable" };
const REPEATABLE: Policy = { retries: 1, retriedAfter: ["lost"], whenLost: "unavailable" };
const ONCE: Policy = { retries: 0, retriedAfter: [], whenLost: "unknown-outcome" };
/**
 * A GET that starts work. Sent twice it makes two reports and two webhooks, so nothing repeats it blindly;
 * but a second report harms nobody, so whoever wants the file may simply ask again.
 */
const STARTS_WORK: Policy = { retries: 0, retriedAfter: [], whenLost: "unavailable" };

export const POLICIES = {
  createCard: ONCE,
  reissueCard: ONCE,
  freezeCard: REPEATABLE,
  blockCard: REPEATABLE,
  requestFile: STARTS_WORK,
  listCards: READ,
  listTransactions: READ,
  retrieveCard: READ,
  listCardDesigns: READ,
  getCardDesign: READ,
} as const satisfies Record<EndpointName, Policy>;

const BUSY_STATUSES = [429, 502, 503, 504];
const FIRST_PAUSE_MS = 200;

/** Whether the exchange speaks ill of the issuer's health. A refusal does not: it was answered. */
export function isHealthy(exchange: Exchange): boolean {
  return exchange.type === "answer" && exchange.status < 500;
}

/** How long to pause before the same request is sent again; null when it must not be. */
export function pauseBeforeRetryMs(
  call: EndpointName,
  exchange: Exchange,
  attempts: number,
  random: () => number,
): number | null {
  const { retries, retriedAfter }: Policy = POLICIES[call];
  const setback = setbackOf(exchange);
  if (setback === null || attempts > retries || !retriedAfter.includes(setback)) return null;
  const backoffMs = FIRST_PAUSE_MS * 2 ** (attempts - 1);
  const asked = exchange.type === "answer" ? exchange.retryAfterMs : null;
  // Jitter comes on top of what was asked for: never early, and not all callers at once.
  return (asked ?? backoffMs / 2) + random() * (backoffMs / 2);
}

function setbackOf(exchange: Exchange): Setback | null {
  if (exchange.type === "lost") return "lost";
  return BUSY_STATUSES.includes(exchange.status) ? "busy" : null;
}
