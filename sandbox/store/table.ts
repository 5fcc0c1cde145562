/** Records by ID, in the order in which they were first stored. */
export class Table<Row extends { id: string | number }> {
  readonly #rows: Map<Row["id"], Row>;

  constructor(rows: Iterable<Row> = []) {
    this.#rows = new Map();
    for (const row of rows) this.#rows.set(row.id, row);
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: Row["id"]): Row | null {
    return this.#rows.get(id) ?? null;
  }

  /** Adds the record, or replaces the one with the same ID. */
  put(row: Row): void {
    this.#rows.set(row.id, row);
  }

  clear(): void {
    this.#rows.clear();
  }

  [Symbol.iterator](): IterableIterator<Row> {
    return this.#rows.values();
  }

  copy(): Table<Row> {
    return new Table(this);
  }
}
