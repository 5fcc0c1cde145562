const LONGEST_MS = 86_400_000;
const SECONDS = /^\d+(?:\.\d+)?$/;
/** `Sun Nov  6 08:49:37 1994`: the one HTTP date that names no zone, and means GMT. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;
const NAMED_DAY = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * How long an answer asks us to stay away; null when it does not say, or says it unreadably. More than a
 * day is taken for a mistake, which must not silence the dashboard until it is restarted.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (SECONDS.test(text)) return limit(Number(text) * 1000);
  const moment = readHttpDate(text);
  if (moment === null) return null;
  // By the issuer's own clock where it tells it: ours may run ahead, and would call too early.
  return limit(moment - (readHttpDate(headers.get("date") ?? "") ?? nowMs));
}

export function readHttpDate(text: string): number | null {
  if (!NAMED_DAY.test(text)) return null;
  const moment = Date.parse(ASCTIME.test(text) ? `${text} GMT` : text);
  return Number.isNaN(moment) ? null : moment;
}

function limit(durationMs: number): number {
  return Math.min(Math.max(Math.ceil(durationMs), 0), LONGEST_MS);
}
