/** Collects conditions and the values that stand behind their `$n`. */
export class Conditions {
  readonly values: unknown[];
  readonly #conditions: string[] = [];

  /** Conditions within another's query count on from its values. */
  constructor(values: unknown[] = []) {
    this.values = values;
  }

  /** `?` stands for the value. Nothing is asked for what is undefined, null or an empty list. */
  add(condition: string, value: unknown): void {
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return;
    this.#conditions.push(condition.replaceAll("?", this.place(value)));
  }

  /** Puts a value in and gives its place. */
  place(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** One of these. A single value is asked for by itself, since only then an index that sorts the rest is in order. */
  addAny(column: string, values: readonly unknown[] | undefined): void {
    if (values?.length === 1) this.add(`${column} = ?`, values[0]);
    else this.add(`${column} = any(?)`, values);
  }

  /** From one moment on, and before another. */
  addBetween(column: string, { start, end }: { start: Date | null; end: Date | null }): void {
    this.add(`${column} >= to_timestamp(?)`, start && start.getTime() / 1000);
    this.add(`${column} < to_timestamp(?)`, end && end.getTime() / 1000);
  }

  and(condition: string): void {
    this.#conditions.push(condition);
  }

  toString(): string {
    return this.#conditions.length > 0 ? this.#conditions.join(" and ") : "true";
  }
}
