/** An alert that is not over. Until it is opened, nobody was told about it. */
export type OngoingAlert = {
  firstSeenAt: Date;
  lastSeenAt: Date;
  openedAt: Date | null;
  /** Since when the condition is over; null while it isn't. */
  goodSince: Date | null;
};

/**
 * begin: remember that it was seen. see: it still is. open: tell people. rest: it is over, but maybe not for long.
 * clear: give the all-clear. forget: it ended before anyone was told.
 */
export type Step = "none" | "begin" | "see" | "open" | "rest" | "clear" | "forget";

/** A condition that nobody looked at for this long, because the dashboard was stopped, counts as seen anew. */
const MAX_GAP_MINUTES = 5;
const MIN_CLEAR_MINUTES = 5;
const MAX_CLEAR_MINUTES = 60;
const MINUTE_MS = 60_000;

export type Timing = { openAfterMinutes: number; clearAfterMinutes: number };

export function nextStep(
  alert: OngoingAlert | null,
  isSeen: boolean,
  { openAfterMinutes, clearAfterMinutes }: Timing,
  now: Date,
): Step {
  const minutesSince = (at: Date) => (now.getTime() - at.getTime()) / MINUTE_MS;
  if (!alert) {
    if (!isSeen) return "none";
    return openAfterMinutes === 0 ? "open" : "begin";
  }
  if (alert.openedAt === null) {
    if (!isSeen) return "forget";
    if (minutesSince(alert.lastSeenAt) > MAX_GAP_MINUTES) return "begin";
    return minutesSince(alert.firstSeenAt) >= openAfterMinutes ? "open" : "see";
  }
  if (isSeen) return "see";
  if (alert.goodSince === null) return "rest";
  return minutesSince(alert.goodSince) >= clearAfterMinutes ? "clear" : "none";
}

/**
 * How long a condition must be over before the all-clear. It doubles with each time that the same alert was opened
 * recently, so that one that comes and goes sends a few messages and not one a minute.
 */
export function clearAfterMinutes(recentOpenings: number): number {
  return Math.min(MAX_CLEAR_MINUTES, MIN_CLEAR_MINUTES * 2 ** Math.max(0, recentOpenings - 1));
}

/** What counts as recently. */
export const FLAPPING_HOURS = 6;
