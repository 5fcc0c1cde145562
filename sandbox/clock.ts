/** The issuer's time: the machine's, moved by an offset that tests and demonstrations set. */
export class Clock {
  offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

/** The API's timestamps have no fractions: what is stored is what is shown. */
export function toWholeSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000);
}
