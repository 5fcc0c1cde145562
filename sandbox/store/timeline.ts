import type { ListQuery } from "@/lib/contract/list";
import { addDays } from "@/lib/domain/time/calendar";

type Dated = { id: string; created: Date };

/** Records by ID and by time: a page of any list is found by a few comparisons. */
export class Timeline<Row extends Dated> {
  #byId: Map<string, Row>;
  /** The oldest first; those of the same second in the order of their IDs. */
  #byTime: Row[];

  constructor(rows: Iterable<Row> = []) {
    this.#byTime = [...rows].sort(compare);
    this.#byId = new Map(this.#byTime.map((row) => [row.id, row]));
  }

  get size(): number {
    return this.#byTime.length;
  }

  get(id: string): Row | null {
    return this.#byId.get(id) ?? null;
  }

  /** Adds the record, or replaces the one with the same ID, whose time never changes. */
  put(row: Row): void {
    const position = this.#position((other) => compare(other, row) < 0);
    this.#byTime.splice(position, this.#byId.has(row.id) ? 1 : 0, row);
    this.#byId.set(row.id, row);
  }

  /** The oldest first. */
  [Symbol.iterator](): IterableIterator<Row> {
    return this.#byTime.values();
  }

  /** The newest first; the filters are whole UTC days. */
  page({ page, min_created, max_created }: ListQuery, pageSize: number): { count: number; rows: Row[] } {
    const start = min_created ? this.#startOf(min_created) : 0;
    const end = max_created ? this.#startOf(addDays(max_created, 1)) : this.size;
    const last = end - (page - 1) * pageSize;
    const rows = this.#byTime.slice(Math.max(start, last - pageSize), Math.max(start, last)).reverse();
    return { count: Math.max(0, end - start), rows };
  }

  copy(): Timeline<Row> {
    const copy = new Timeline<Row>();
    copy.#byId = new Map(this.#byId);
    copy.#byTime = this.#byTime.slice();
    return copy;
  }

  #startOf(day: string): number {
    const time = Date.parse(`${day}T00:00:00Z`);
    return this.#position((row) => row.created.getTime() < time);
  }

  /** How many records `isBefore` holds for; those are the first ones. */
  #position(isBefore: (row: Row) => boolean): number {
    let [low, high] = [0, this.#byTime.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = this.#byTime[middle];
      if (row && isBefore(row)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function compare(one: Dated, other: Dated): number {
  return (
    one.created.getTime() - other.created.getTime() || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
  );
}
