import { type Instance, type InstanceMinute, MINUTE_MS, startOfMinute } from "./instance-minute";
import { MEASURE_NAMES, MEASURES, type Measure } from "./measures";

const SHOWN_MINUTES = 60;
/** A running copy writes every minute; one write may be late or fail. */
const RUNNING_MS = 150_000;
/** The newest values may be of the minute before the last, if the last isn't written yet. */
const LATEST_MINUTES = 2;

export type Copy = Instance & {
  lastSeenAt: string;
  isRunning: boolean;
  /** It stopped as it should. If it neither runs nor stopped, it has disappeared. */
  isStopped: boolean;
  /** It runs, but another build than the running copy that was started last. */
  hasOtherBuild: boolean;
};

/** One entry for each minute; null where nothing was recorded. */
export type Line = readonly (number | null)[];

export type MeasureHour = {
  measure: Measure;
  /** One for each copy, in their order; a single one if all copies share the value. */
  lines: readonly Line[];
  /** All copies together. */
  combined: Line;
  /** The newest values of the running copies together. */
  latest: number | null;
};

export type LastHour = {
  /** The beginnings of complete minutes, the newest last. */
  minutes: readonly string[];
  copies: readonly Copy[];
  measures: readonly MeasureHour[];
};

/** What all copies did in the last complete 60 minutes. */
export function describeLastHour(readAt: Date, recorded: readonly InstanceMinute[]): LastHour {
  const end = startOfMinute(readAt.getTime());
  const minutes = Array.from({ length: SHOWN_MINUTES }, (_, index) =>
    new Date(end - (SHOWN_MINUTES - index) * MINUTE_MS).toISOString(),
  );
  const copies = listCopies(readAt, recorded);
  const positions = new Map(minutes.map((minute, index) => [minute, index]));
  const byCopy = copies.map((copy) => {
    const rows: (InstanceMinute | undefined)[] = Array(SHOWN_MINUTES).fill(undefined);
    for (const row of recorded) {
      const position = positions.get(row.minute);
      if (row.instance.id === copy.id && position !== undefined) rows[position] = row;
    }
    return rows;
  });
  const measures = MEASURE_NAMES.map((measure): MeasureHour => {
    const lines = byCopy.map((rows) => rows.map((row) => row?.values[measure] ?? null));
    const combined = minutes.map((_, index) =>
      combine(
        measure,
        lines.map((line) => line[index] ?? null),
      ),
    );
    const newest = byCopy.flatMap((rows, index) =>
      copies[index]?.isRunning
        ? [rows.slice(-LATEST_MINUTES).findLast((row) => row)?.values[measure] ?? null]
        : [],
    );
    return {
      measure,
      lines: MEASURES[measure].scope === "shared" ? [combined] : lines,
      combined,
      latest: combine(measure, newest),
    };
  });
  return { minutes, copies, measures };
}

function listCopies(readAt: Date, recorded: readonly InstanceMinute[]): Copy[] {
  const lastSeen = new Map<string, InstanceMinute>();
  for (const row of recorded) {
    const known = lastSeen.get(row.instance.id);
    // Several minutes may be written at once.
    if (!known || known.writtenAt + known.minute < row.writtenAt + row.minute)
      lastSeen.set(row.instance.id, row);
  }
  const copies = [...lastSeen.values()]
    .map(({ instance, writtenAt, isLast }) => ({
      ...instance,
      lastSeenAt: writtenAt,
      isStopped: isLast,
      isRunning: !isLast && readAt.getTime() - Date.parse(writtenAt) < RUNNING_MS,
    }))
    .sort(
      (left, right) =>
        Number(right.isRunning) - Number(left.isRunning) ||
        left.host.localeCompare(right.host, "en", { numeric: true }) ||
        left.startedAt.localeCompare(right.startedAt) ||
        left.id.localeCompare(right.id),
    );
  const newest = copies
    .filter(({ isRunning }) => isRunning)
    .reduce<Instance | null>(
      (latest, copy) => (latest && latest.startedAt > copy.startedAt ? latest : copy),
      null,
    );
  return copies.map((copy) => ({ ...copy, hasOtherBuild: copy.isRunning && copy.build !== newest?.build }));
}

function combine(measure: Measure, values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return MEASURES[measure].together === "highest"
    ? Math.max(...known)
    : known.reduce((sum, value) => sum + value, 0);
}
