import { appendFileSync } from "node:fs";

export type Sample = { median: number; p95: number };

/** Times `work` in milliseconds, after an uncounted warm-up. */
export async function measure(
  work: (round: number) => Promise<unknown>,
  rounds = 200,
  warmUp = 20,
): Promise<Sample> {
  const times: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work(Math.max(0, round));
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return { median: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function formatMs(value: number): string {
  return `${value.toFixed(2)} ms`;
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** The highest memory use of this process until `stop`, in megabytes. */
export function watchMemory(): { stop: () => number } {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return peak / 1e6;
    },
  };
}

/**
 * Prints a table with fitted columns and right-aligned numbers. It is also added to BENCH_TABLES_FILE, from which
 * `npm run prove` takes its figures.
 */
export function printTable(title: string, head: string[], rows: string[][]): void {
  if (process.env.BENCH_TABLES_FILE)
    appendFileSync(process.env.BENCH_TABLES_FILE, `${JSON.stringify({ title, head, rows })}\n`);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ");
  console.log(`\n${title}\n`);
  console.log(line(head));
  console.log(widths.map((width) => "─".repeat(width)).join("  "));
  for (const row of rows) console.log(line(row));
}
