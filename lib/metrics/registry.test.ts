import fc from "fast-check";
import { expect, it } from "vitest";
import { JOBS } from "@/lib/jobs/background-work";
import { loggedPath } from "@/lib/logging/routes";
import { DATABASE_SOURCES } from "./database-values";
import { JOB_NAMES, METRICS, type MetricDefinition, SOURCES } from "./metric-table";
import { count, observe, recorder } from "./record";
import { recordRequest } from "./record-request";
import { createRegistry } from "./registry";

const DEFINITIONS = Object.entries<MetricDefinition>(METRICS).map(([name, metric]) => ({ name, ...metric }));

const seriesOf = (text: string, name: string) =>
  text.match(new RegExp(`^${name}(\\{|_bucket| )`, "gm")) ?? [];

it.each(DEFINITIONS)("$name follows the naming rules", ({ name, type, help, labels, buckets }) => {
  expect(name).toMatch(/^cardwell(_[a-z]+)+$/);
  expect(name.endsWith("_total")).toBe(type === "counter");
  expect(name.endsWith("_seconds")).toBe(
    type === "histogram" || /_(timestamp|duration|skew|age)_seconds$/.test(name),
  );
  expect(help).toMatch(/^[A-Z0-9].*[^.]$/);
  for (const label of Object.keys(labels)) {
    expect(label).toMatch(/^[a-z_]+$/);
    // Prometheus sets these itself and would rename ours.
    expect(["job", "instance", "le", "quantile"]).not.toContain(label);
  }
  expect(buckets !== undefined).toBe(type === "histogram");
});

it("knows every job and every source", () => {
  expect(JOB_NAMES).toEqual(JOBS.map(({ name }) => name).sort());
  expect([...SOURCES]).toEqual(DATABASE_SOURCES.map(({ name }) => name));
});

it("gives every gauge from the database to exactly one source", () => {
  const metrics = DATABASE_SOURCES.flatMap((source) => source.metrics);
  expect(new Set(metrics).size).toBe(metrics.length);
});

it("shows a counter with few values before it first counts, and no gauge before it has a value", async () => {
  const text = await createRegistry().print();
  expect(text).toContain('cardwell_webhook_deliveries_total{verdict="wrong-secret"} 0');
  expect(text).toContain('cardwell_sign_ins_total{method="password",result="rejected"} 0');
  expect(seriesOf(text, "cardwell_actions_total")).toEqual([]);
  expect(seriesOf(text, "cardwell_audit_chain_intact")).toEqual([]);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
});

it("forgets a gauge that is cleared", async () => {
  const registry = createRegistry();
  registry.set("cardwell_audit_chain_intact", {}, 1);
  registry.set("cardwell_mails", { state: "waiting" }, 7);
  const before = await registry.print();
  expect(before).toContain("\ncardwell_audit_chain_intact 1\n");
  registry.clear("cardwell_audit_chain_intact");
  registry.clear("cardwell_mails");
  const after = await registry.print();
  expect(seriesOf(after, "cardwell_audit_chain_intact")).toEqual([]);
  expect(seriesOf(after, "cardwell_mails")).toEqual([]);
});

it("counts nothing without a registry", () => {
  recorder.current = undefined;
  expect(() => count("cardwell_webhook_deliveries_total", { verdict: "accepted" })).not.toThrow();
});

/** What must never be shown: it comes from outside, and there is no end to it. */
const SECRET = "canary-7f3a@example.com";
const hostileText = fc.oneof(
  fc.string({ unit: "binary" }).map((text) => text + SECRET),
  fc.constantFrom("4111111111111111", '"} 1\ncardwell_up', "__proto__", "constructor", "\u0000", ""),
);
const hostilePath = fc.oneof(
  hostileText.map((text) => `/cards/${text}`),
  // Combinations of segments that exist.
  fc
    .array(fc.constantFrom("cards", "api", "settings", "static", "_next", "auth", SECRET), { maxLength: 12 })
    .map((parts) => `/${parts.join("/")}`),
);

it("makes no label of a path, a method, an action, or any other input", async () => {
  const registry = createRegistry();
  recorder.current = registry;
  fc.assert(
    fc.property(hostilePath, hostileText, fc.integer({ min: 0, max: 9999 }), (url, text, status) => {
      const path = loggedPath(url);
      recordRequest({ method: text, path, status, durationMs: 1, isStreaming: false });
      count("cardwell_actions_total", { action: text, outcome: text });
      count("cardwell_operations_total", { action: text, outcome: text });
      count("cardwell_sign_ins_total", { method: text, result: text });
      count("cardwell_webhook_deliveries_total", { verdict: text });
      count("cardwell_issuer_calls_total", { endpoint: text, outcome: text });
      observe("cardwell_issuer_call_duration_seconds", { endpoint: text }, 1);
      registry.set("cardwell_queue_jobs", { queue: text, state: text }, 1);
    }),
    { numRuns: 2_000 },
  );
  recorder.current = undefined;
  const text = await registry.print();
  expect(text).not.toContain("canary");
  expect(text).not.toContain("4111111111111111");
  const allowed = new Map(
    DEFINITIONS.map(({ name, labels }) => [name, new Set(Object.values(labels).flat().concat("other"))]),
  );
  const samples = [...text.matchAll(/^(cardwell_\w+?)(?:_bucket|_sum|_count)?\{(.*)\} /gm)];
  expect(samples.length).toBeGreaterThan(50);
  for (const [line, name = "", labels = ""] of samples)
    for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="([^"]*)"/g))
      if (label !== "le") expect(allowed.get(name)?.has(value), line).toBe(true);
  expect(seriesOf(text, "cardwell_actions_total")).toHaveLength(1);
  expect(seriesOf(text, "cardwell_http_requests_total").length).toBeLessThan(60);
});
