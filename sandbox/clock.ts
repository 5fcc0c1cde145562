const MIN_TIME = Date.parse("2000-01-01T00:00:00Z");
const MAX_TIME = Date.parse("2100-01-01T00:00:00Z");

/** A time without a zone would be parsed in the system's zone. */
export const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** The issuer's time: the system time plus an offset that tests and demos set. */
export class Clock {
  offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

/** The API's timestamps have no fractional seconds, so none are stored. */
export function toWholeSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000);
}

export function isWithinClock(time: number): boolean {
  return time >= MIN_TIME && time < MAX_TIME;
}
