import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { processWide } from "@/lib/process-wide";
import { METRICS, type MetricDefinition, type MetricName, OTHER } from "./metric-table";
import { type Recorder, recorder } from "./record";

/** Counters with few values begin at 0, because Prometheus can't see the increase of one that appears with 1. */
const MAX_INITIAL_VALUES = 150;

/** Gauges of the library that are named like counters. Each is also there by type, with a correct name. */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

export type MetricsRegistry = Recorder & {
  /** Removes all values of a gauge. A missing value is better than an outdated one. */
  clear(name: MetricName): void;
  contentType: string;
  /** In Prometheus' text format. */
  print(): Promise<string>;
};

const slot = processWide<MetricsRegistry>("metrics-registry");

/** Counts from now on. */
export function openRegistry(): MetricsRegistry {
  slot.current ??= createRegistry();
  recorder.current = slot.current;
  return slot.current;
}

export function createRegistry(): MetricsRegistry {
  const registry = new Registry();
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  const labelValues = new Map<string, Map<string, ReadonlySet<string>>>();
  for (const [name, definition] of Object.entries<MetricDefinition>(METRICS)) {
    const { type, help, labels, buckets = [] } = definition;
    const options = { name, help, labelNames: Object.keys(labels), registers: [registry] };
    labelValues.set(name, new Map(Object.entries(labels).map(([label, values]) => [label, new Set(values)])));
    if (type === "counter") counters.set(name, startAtZero(new Counter(options), labels));
    else if (type === "histogram") histograms.set(name, new Histogram({ ...options, buckets: [...buckets] }));
    else gauges.set(name, withoutValue(new Gauge(options)));
  }
  // Their names are the same in every program, so they have no prefix.
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);

  const bounded = (name: string, labels: Record<string, string>) =>
    Object.fromEntries(
      [...(labelValues.get(name) ?? [])].map(([label, values]) => {
        const value = labels[label] ?? OTHER;
        return [label, values.has(value) ? value : OTHER];
      }),
    );

  return {
    count: (name, labels) => counters.get(name)?.inc(bounded(name, labels)),
    observe: (name, labels, seconds) => histograms.get(name)?.observe(bounded(name, labels), seconds),
    set: (name, labels, value) => gauges.get(name)?.set(bounded(name, labels), value),
    clear: (name) => {
      const gauge = gauges.get(name);
      gauge?.reset();
      if (gauge) withoutValue(gauge);
    },
    contentType: registry.contentType,
    print: () => registry.metrics(),
  };
}

/** The library gives a gauge without labels the value 0. */
function withoutValue(gauge: Gauge): Gauge {
  gauge.remove({});
  return gauge;
}

function startAtZero(counter: Counter, labels: MetricDefinition["labels"]): Counter {
  const combinations = Object.entries(labels).reduce<Record<string, string>[]>(
    (found, [label, values]) =>
      found.length > MAX_INITIAL_VALUES
        ? found
        : found.flatMap((rest) => values.map((value) => ({ ...rest, [label]: value }))),
    [{}],
  );
  if (combinations.length <= MAX_INITIAL_VALUES)
    for (const combination of combinations) counter.inc(combination, 0);
  return counter;
}
