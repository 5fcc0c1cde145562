/** Builds a WHERE clause and its parameter values. */
export class Conditions {
  readonly values: unknown[];
  readonly #conditions: string[] = [];

  /** Pass the values of an outer query to continue its parameter numbers. */
  constructor(values: unknown[] = []) {
    this.values = values;
  }

  /** `?` is the placeholder for the value. An undefined or null value or an empty list adds no condition. */
  add(condition: string, value: unknown): void {
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return;
    this.#conditions.push(condition.replaceAll("?", this.bind(value)));
  }

  /** Adds a value and returns its placeholder. */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Uses `=` for a single value, because only an equality prefix lets the index return rows already sorted. */
  addAny(column: string, values: readonly unknown[] | undefined): void {
    if (values?.length === 1) this.add(`${column} = ?`, values[0]);
    else this.add(`${column} = any(?)`, values);
  }

  /** Includes the start and excludes the end. */
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
