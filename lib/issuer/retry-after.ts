const MAX_WAIT_MS = 86_400_000;
const SECONDS = /^\d+(?:\.\d+)?$/;
/** `Sun Nov  6 08:49:37 1994`: the only HTTP date format without a time zone; it is in GMT. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;
const NAMED_DAY = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * Null if the response has no valid Retry-After. The wait is capped at a day, because a longer one is likely a mistake
 * and would block the dashboard until it is restarted.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (SECONDS.test(text)) return clamp(Number(text) * 1000);
  const time = readHttpDate(text);
  if (time === null) return null;
  // Relative to the issuer's clock if the response has a date, because ours may be ahead and we would call too early.
  return clamp(time - (readHttpDate(headers.get("date") ?? "") ?? nowMs));
}

export function readHttpDate(text: string): number | null {
  if (!NAMED_DAY.test(text)) return null;
  const time = Date.parse(ASCTIME.test(text) ? `${text} GMT` : text);
  return Number.isNaN(time) ? null : time;
}

function clamp(durationMs: number): number {
  return Math.min(Math.max(Math.ceil(durationMs), 0), MAX_WAIT_MS);
}
