/** An issuer may continue processing a request after our timeout. */
const ISSUER_MARGIN_MS = 30_000;
/** The time for our own database work under load. */
const OWN_MARGIN_MS = 60_000;
const CALLS_PER_ACTION = 3;

/** A longer check renews its claim, so that no other process takes the same operation. */
export const CLAIM_SECONDS = 180;

/** After this time, the process of an operation that has not finished is considered dead. */
export function abandonedAfterMs(timeoutMs: number): number {
  return CALLS_PER_ACTION * timeoutMs + OWN_MARGIN_MS;
}

/**
 * The time after sending from which the issuer's records can rule out a change. It has two timeouts, because without a
 * recorded sending time it is measured from the start, when the card is read before the request is sent.
 */
export function maxProcessingMs(timeoutMs: number): number {
  return 2 * timeoutMs + ISSUER_MARGIN_MS;
}

const MIN_PAUSE_MS = 2_000;
/** Short, because a check is cheap and the outcome should be known soon after the issuer recovers. */
const MAX_UNREACHABLE_PAUSE_MS = 30_000;
const MAX_INCONCLUSIVE_PAUSE_MS = 3_600_000;

/** The pause while the issuer can't be reached or may still be processing; it grows with the operation's age. */
export function pauseWhileOpenMs(ageMs: number, random = Math.random): number {
  const pauseMs = Math.min(Math.max(ageMs / 4, MIN_PAUSE_MS), MAX_UNREACHABLE_PAUSE_MS);
  return withJitter(pauseMs, random);
}

/** The pause after the n-th inconclusive attempt: from seconds to an hour. */
export function pauseAfterInconclusiveMs(attempts: number, random = Math.random): number {
  const pauseMs = MIN_PAUSE_MS * 2 ** Math.min(attempts - 1, 20);
  return withJitter(Math.min(pauseMs, MAX_INCONCLUSIVE_PAUSE_MS), random);
}

function withJitter(pauseMs: number, random: () => number): number {
  return Math.round(pauseMs * (0.8 + 0.4 * random()));
}
