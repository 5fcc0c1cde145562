import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { log } from "@/lib/log";
import type { MetricsRegistry } from "./registry";
import { auditSource } from "./sources/audit";
import { indexSource } from "./sources/card-index";
import { mailSource } from "./sources/mail";
import { operationsSource } from "./sources/operations";
import { queueSource } from "./sources/queue";
import { reportsSource } from "./sources/reports";
import { runsSource } from "./sources/runs";
import type { Source } from "./sources/source";
import { webhooksSource } from "./sources/webhooks";

export const DATABASE_SOURCES: readonly Source[] = [
  auditSource,
  indexSource,
  mailSource,
  operationsSource,
  queueSource,
  reportsSource,
  runsSource,
  webhooksSource,
];

/** However often a scrape asks, and however many servers do. */
const MIN_INTERVAL_MS = 10_000;
/** Prometheus gives up after 10 s by default; most of that must be left for everything else. */
const TIMEOUT_MS = 3_000;

type Options = { sources?: readonly Source[]; timeoutMs?: number; now?: () => number };

/** Puts the values of all sources into the registry, one source after another, so that they take one connection. */
export class DatabaseValues {
  #readAt = Number.NEGATIVE_INFINITY;
  /** Continues after the timeout. The next one doesn't begin before, so that a slow database isn't asked even more. */
  #reading: Promise<void> | null = null;
  readonly #pending = new Set<Source>();
  readonly #sources: readonly Source[];
  readonly #timeoutMs: number;
  readonly #now: () => number;

  constructor({ sources = DATABASE_SOURCES, timeoutMs = TIMEOUT_MS, now = Date.now }: Options = {}) {
    this.#sources = sources;
    this.#timeoutMs = timeoutMs;
    this.#now = now;
  }

  async update(registry: MetricsRegistry, db: pg.Pool): Promise<void> {
    if (this.#now() - this.#readAt < MIN_INTERVAL_MS) return;
    const timer = new AbortController();
    const isLate = pause(this.#timeoutMs, true, { signal: timer.signal, ref: false }).catch(() => true);
    this.#reading ??= this.#readAll(registry, db).finally(() => {
      this.#reading = null;
    });
    const isTimedOut = await Promise.race([this.#reading.then(() => false), isLate]);
    timer.abort();
    this.#readAt = this.#now();
    if (!isTimedOut) return;
    for (const source of this.#pending) this.#fail(registry, source, "took too long");
  }

  async #readAll(registry: MetricsRegistry, db: pg.Pool): Promise<void> {
    for (const source of this.#sources) this.#pending.add(source);
    for (const source of this.#sources) {
      try {
        const samples = await source.read(db);
        for (const metric of source.metrics) registry.clear(metric);
        for (const { name, labels, value } of samples) registry.set(name, labels, value);
        registry.set(
          "cardwell_metrics_source_read_timestamp_seconds",
          { source: source.name },
          this.#now() / 1000,
        );
      } catch (error) {
        this.#fail(registry, source, error);
      }
      this.#pending.delete(source);
    }
  }

  #fail(registry: MetricsRegistry, source: Source, error: unknown): void {
    for (const metric of source.metrics) registry.clear(metric);
    registry.count("cardwell_metrics_source_failures_total", { source: source.name });
    log().debug({ err: error, source: source.name }, "Could not read metrics from the database");
  }
}
