const SLICE_MS = 3_600_000;

/** The hours of a window: each is one query of a bounded size, so that a report of any length streams. */
export function* hoursOf({
  from,
  until,
}: {
  from: Date;
  until: Date;
}): Generator<{ start: Date; end: Date }> {
  for (let time = from.getTime(); time < until.getTime(); time += SLICE_MS) {
    yield { start: new Date(time), end: new Date(Math.min(time + SLICE_MS, until.getTime())) };
  }
}
