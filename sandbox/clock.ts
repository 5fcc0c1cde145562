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
