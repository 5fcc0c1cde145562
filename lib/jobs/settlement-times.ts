/** An issuer may go on with a request for a while after we have stopped waiting for its answer. */
const ISSUER_MARGIN_MS = 30_000;
/** Our own part of an action: reading and writing the database under load. */
const OWN_MARGIN_MS = 60_000;
const CALLS_OF_AN_ACTION = 3;

/** After this long an operation that only began belongs to a process that is gone. */
export function abandonedAfterMs(timeoutMs: number): number {
  return CALLS_OF_AN_ACTION * timeoutMs + OWN_MARGIN_MS;
}

/**
 * Only this long after its request was sent can the issuer's records say that something did not happen. Where the
 * sending was not recorded it counts from the beginning: the card is read first, then the request is sent, each with
 * its own deadline.
 */
export function longestProcessingMs(timeoutMs: number): number {
  return 2 * timeoutMs + ISSUER_MARGIN_MS;
}

const SHORTEST_PAUSE_MS = 2_000;
/** Short, since a check costs little while the issuer is away: the outcome is known soon after it is back. */
const LONGEST_UNREACHABLE_PAUSE_MS = 30_000;
const LONGEST_INCONCLUSIVE_PAUSE_MS = 3_600_000;

/** The pause while the issuer cannot be asked, or it is too early to tell: it grows with the operation's age. */
export function pauseWhileOpenMs(ageMs: number, random = Math.random): number {
  const pauseMs = Math.min(Math.max(ageMs / 4, SHORTEST_PAUSE_MS), LONGEST_UNREACHABLE_PAUSE_MS);
  return jittered(pauseMs, random);
}

/** The pause after the records were read and could not tell, for the n-th time: from seconds to an hour. */
export function pauseAfterInconclusiveMs(attempts: number, random = Math.random): number {
  const pauseMs = SHORTEST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20);
  return jittered(Math.min(pauseMs, LONGEST_INCONCLUSIVE_PAUSE_MS), random);
}

function jittered(pauseMs: number, random: () => number): number {
  return Math.round(pauseMs * (0.8 + 0.4 * random()));
}
