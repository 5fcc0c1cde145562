const HOUR_MS = 3_600_000;

/** Splits a period into hours, so that each query is bounded and a report of any length can be streamed. */
export function* hourlyWindows({
  from,
  until,
}: {
  from: Date;
  until: Date;
}): Generator<{ start: Date; end: Date }> {
  for (let time = from.getTime(); time < until.getTime(); time += HOUR_MS) {
    yield { start: new Date(time), end: new Date(Math.min(time + HOUR_MS, until.getTime())) };
  }
}
