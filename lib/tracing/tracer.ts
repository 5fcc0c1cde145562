import "server-only";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { type Span, type Tracer, tracer } from "./span";

/** Sends traces to this collector from now on. */
export function openTracer(endpoint: string): void {
  tracer.current ??= createTracer(endpoint);
}

/**
 * The provider is not registered globally, because Next would then add its own spans, which contain whole URLs with the
 * IDs and search texts in them.
 */
export function createTracer(endpoint: string): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": "cardwell",
      "service.version": process.env.CARDWELL_VERSION ?? "development",
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const library = provider.getTracer("cardwell");
  const contexts = new WeakMap<Span, ReturnType<typeof trace.setSpan>>();
  return {
    start({ name, attributes, isCall = false }, parent) {
      const parentContext = (parent && contexts.get(parent)) ?? ROOT_CONTEXT;
      const kind = isCall ? SpanKind.CLIENT : SpanKind.INTERNAL;
      const started = library.startSpan(name, { kind, attributes }, parentContext);
      const span: Span = {
        traceId: started.spanContext().traceId,
        set: (more) => void started.setAttributes(more),
        fail: () => void started.setStatus({ code: SpanStatusCode.ERROR }),
        end: () => started.end(),
      };
      contexts.set(span, trace.setSpan(parentContext, started));
      return span;
    },
    close: () => provider.shutdown(),
  };
}
