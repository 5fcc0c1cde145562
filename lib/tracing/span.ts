import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "@/lib/process-wide";

export type SpanAttributes = Record<string, string | number | boolean>;

export type Span = {
  traceId: string;
  set(attributes: SpanAttributes): void;
  fail(): void;
  end(): void;
};

export type SpanDescription = {
  /** Without IDs or input: spans are grouped by it. */
  name: string;
  /** Nothing personal: whoever runs the collector can read it. */
  attributes: SpanAttributes;
  /** A call to another program. */
  isCall?: boolean;
};

/** `lib/tracing/tracer.ts` opens it. */
export type Tracer = {
  start(description: SpanDescription, parent: Span | null): Span;
  /** Sends what is left. */
  close(): Promise<void>;
};

/** Empty without OTEL_EXPORTER_OTLP_ENDPOINT: nothing is traced then, and the library isn't loaded. */
export const tracer = processWide<Tracer>("tracer");

/** Empty until the first span. */
const active = processWide<AsyncLocalStorage<Span>>("active-span");

/** Part of the current trace, or the beginning of a new one. */
export function withSpan<Value>(
  description: SpanDescription,
  run: (span: Span | null) => Promise<Value>,
): Promise<Value> {
  return tracer.current ? runIn(tracer.current, description, run) : run(null);
}

/** Only as a part of a trace, because background work does this all the time. */
export function withChildSpan<Value>(
  description: SpanDescription,
  run: (span: Span | null) => Promise<Value>,
): Promise<Value> {
  return findActive() ? withSpan(description, run) : run(null);
}

export function currentTraceId(): string | null {
  return findActive()?.traceId ?? null;
}

function findActive(): Span | null {
  return active.current?.getStore() ?? null;
}

async function runIn<Value>(
  opened: Tracer,
  description: SpanDescription,
  run: (span: Span) => Promise<Value>,
): Promise<Value> {
  active.current ??= new AsyncLocalStorage();
  const span = opened.start(description, findActive());
  try {
    return await active.current.run(span, () => run(span));
  } catch (error) {
    span.fail();
    throw error;
  } finally {
    span.end();
  }
}
