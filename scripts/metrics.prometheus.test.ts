import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Dashboard } from "@/e2e/fixtures/dashboard";
import { DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { METRICS } from "@/lib/metrics/metric-table";
import { signedHeaders } from "@/testing/sandbox";
import { findFreePorts } from "./ports.mjs";
import { findPrometheus } from "./prometheus.mjs";
import { signIn } from "./prove/visitor";
import { openWorld, type World } from "./prove/world";

const ROOT = join(import.meta.dirname, "..");
const DEPLOY = join(ROOT, "deploy");
const TOKEN = "a token of the Prometheus test, long enough";
const CANARY = "canary-4111111111111111@example.com";
/** Jobs run once a minute, and what comes from the database is read every ten seconds. */
const PATIENCE = { timeout: 150_000, interval: 1_000 };

const programs = findPrometheus(ROOT);
if (!programs) throw new Error("Prometheus is missing: npm test -- prometheus downloads it.");

const promtool = (args: string[], input = "") => {
  const run = promisify(execFile)(join(programs, "promtool"), args, { cwd: DEPLOY });
  run.child.stdin?.end(input);
  return run.then(({ stdout, stderr }) => stdout + stderr);
};

const folder = mkdtempSync(join(tmpdir(), "cardwell-prometheus-"));
let world: World;
let dashboard: Dashboard;
let prometheus: ChildProcess;
let collector: Server;
/** What the OpenTelemetry collector got. */
const traces: string[] = [];
let prometheusUrl: string;

beforeAll(async () => {
  world = await openWorld({
    engine: "PostgreSQL",
    program: { scenario: "demo" },
    env: {
      METRICS_TOKEN: TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(),
      LOG_LEVEL: "debug",
    },
  });
  dashboard = await world.start();
  prometheusUrl = await startPrometheus();
  // The first values must be known before they grow.
  await vi.waitFor(
    async () => expect(await query('cardwell_report_requests{state="failed"}')).toEqual([0]),
    PATIENCE,
  );
  await causeMetrics();
});
afterAll(async () => {
  prometheus?.kill("SIGTERM");
  await world?.close();
  collector?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startCollector(): Promise<string> {
  collector = createServer((incoming, response) => {
    incoming.on("data", (chunk) => traces.push(String(chunk)));
    incoming.on("end", () => response.setHeader("content-type", "application/json").end("{}"));
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
}

/** With the example's configuration, but for the address and a shorter interval. */
async function startPrometheus(): Promise<string> {
  const [port = 0] = await findFreePorts(1);
  const config = readFileSync(join(DEPLOY, "prometheus.yaml"), "utf8")
    .replaceAll("15s", "1s")
    .replace("dashboard-1:3000", new URL(world.origin).host)
    .replace(/^.*dashboard-2:3000\n/m, "");
  cpSync(join(DEPLOY, "alerts.yaml"), join(folder, "alerts.yaml"));
  writeFileSync(join(folder, "prometheus.yaml"), config);
  writeFileSync(join(folder, "metrics-token"), TOKEN);
  prometheus = spawn(
    join(programs ?? "", "prometheus"),
    [
      `--config.file=${join(folder, "prometheus.yaml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
  return `http://127.0.0.1:${port}`;
}

async function ask<Data>(path: string, parameters: Record<string, string> = {}): Promise<Data> {
  const response = await fetch(`${prometheusUrl}/api/v1/${path}?${new URLSearchParams(parameters)}`);
  const { status, data, error } = (await response.json()) as { status: string; data: Data; error?: string };
  if (status !== "success") throw new Error(`${path} ${JSON.stringify(parameters)}: ${error}`);
  return data;
}

type Vector = { result: { metric: Record<string, string>; value: [number, string] }[] };

async function query(expression: string): Promise<number[]> {
  const { result } = await ask<Vector>("query", { query: expression }).catch(() => ({ result: [] }));
  return result.map(({ value }) => Number(value[1]));
}

const scrape = (authorization?: string) =>
  fetch(`${world.origin}/metrics`, { headers: authorization ? { authorization } : {} });

/** Something of everything, so that each metric has a value. */
async function causeMetrics(): Promise<void> {
  const visitor = await signIn(world.origin, "support");
  await visitor.get("/cards");
  const [card] = (await world.sandbox.listCards()).results.filter(({ status }) => status === "ACTIVE");
  const frozen = await visitor.act("freezeCard", randomUUID(), { cardId: card?.id, freeze: true });
  expect(frozen).toMatchObject({ ok: true });
  const body = JSON.stringify({ type: "something.else" });
  const post = (headers: Record<string, string>) =>
    fetch(`${world.origin}/api/webhooks/issuer`, { method: "POST", body, headers });
  expect((await post(signedHeaders(DEMO_WEBHOOK_SECRET, "msg_accepted", body))).status).toBe(202);
  expect((await post(signedHeaders(`whsec_${btoa("x".repeat(32))}`, "msg_forged", body))).status).toBe(401);
  await world.readDatabase(async (pool) => {
    const { rows } = await pool.query("select id from people limit 1");
    const requested = randomUUID();
    await pool.query(
      `insert into report_requests (id, type, date, person_id, state) values
       ($1, 'daily', current_date, $4, 'requested'), ($2, 'daily', current_date, $4, 'link-received'),
       ($3, 'daily', current_date, $4, 'failed')`,
      [requested, randomUUID(), randomUUID(), rows[0].id],
    );
    await pool.query("insert into report_asks (reference_id, request_id) values ('unanswered', $1)", [
      requested,
    ]);
    await pool.query(
      `insert into mails (id, kind, person_id, recipient, subject, content, state, next_at)
       values ($1, 'test', $2, $3, 'x', 'x', 'waiting', now() + interval '1 day')`,
      [randomUUID(), rows[0].id, CANARY],
    );
  });
}

/** The expressions of the dashboard, as Grafana sends them. */
function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(readFileSync(join(DEPLOY, "grafana-dashboard.json"), "utf8")) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((expr) => expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*"));
}

const ALERTS = readFileSync(join(DEPLOY, "alerts.yaml"), "utf8");
const ALERT_NAMES = [...ALERTS.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);

/** Without the suffixes of a histogram. */
const metricsIn = (text: string) =>
  new Set([...text.matchAll(/\b(?:cardwell|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name));

describe("the files in deploy", () => {
  it("have rules and an example that promtool accepts", async () => {
    expect(await promtool(["check", "rules", "alerts.yaml"])).toContain(
      `SUCCESS: ${ALERT_NAMES.length} rules`,
    );
    expect(await promtool(["check", "config", "--syntax-only", "prometheus.yaml"])).toContain("SUCCESS");
  });

  it("have a test in which each alert fires, and one in which it doesn’t, and they pass", async () => {
    const tests = readFileSync(join(DEPLOY, "alerts.test.yaml"), "utf8");
    const names = [...tests.matchAll(/^ {2}- name: (.+)$/gm)].map(([, name]) => name);
    expect(names).toEqual(ALERT_NAMES.flatMap((name) => [`${name} fires`, `${name} does not fire`]));
    expect(await promtool(["test", "rules", "alerts.test.yaml"])).toContain("SUCCESS");
  });
});

describe("a scrape", () => {
  it("needs the token", async () => {
    expect((await scrape()).status).toBe(401);
    expect((await scrape(`Bearer ${TOKEN}x`)).status).toBe(401);
    const response = await scrape(`Bearer ${TOKEN}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("is what promtool expects", async () => {
    const text = await (await scrape(`Bearer ${TOKEN}`)).text();
    expect(await promtool(["check", "metrics"], text)).toBe("");
  });

  it("is not logged", async () => {
    const isLogged = (path: string) => dashboard.output().includes(`"path":"${path}"`);
    await expect.poll(() => isLogged("/api/webhooks/issuer")).toBe(true);
    expect(isLogged("/metrics")).toBe(false);
  });

  it("has neither hostile paths and methods nor anything personal", async () => {
    const paths = [
      `/cards/${CANARY}`,
      `/${CANARY}`,
      `/cards/cards/api/cards?email=${CANARY}`,
      "/cards/%22%7D%20999",
      "/api/auth/callback/canary",
    ];
    for (const path of paths) await send("GET", path);
    for (const method of ["PROPFIND", "M-SEARCH", "DELETE"]) await send(method, "/canary");
    await fetch(`${world.origin}/api/auth/callback/credentials`, {
      method: "POST",
      body: new URLSearchParams({ email: CANARY, password: CANARY }),
    });
    const text = await (await scrape(`Bearer ${TOKEN}`)).text();
    expect(text).toMatch(/^cardwell_http_requests_total\{method="other",route="other",status="\dxx"\} /m);
    for (const secret of ["canary", "example.com", "cardwell.test", "4111", "999"])
      expect(text.split("\n").filter((line) => line.replace(/ \S+$/, "").includes(secret))).toEqual([]);
  });
});

/** `fetch` knows only some methods. */
function send(method: string, path: string): Promise<void> {
  const { hostname, port } = new URL(world.origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method }, (response) =>
      response.resume().on("end", resolve),
    );
    sent.on("error", reject).end();
  });
}

describe("Prometheus", () => {
  it("has a value of every metric", async () => {
    const missing = async () => {
      const names = new Set(await ask<string[]>("label/__name__/values"));
      const known = (name: string) => names.has(name) || names.has(`${name}_bucket`);
      return Object.keys(METRICS).filter((name) => !known(name));
    };
    await expect.poll(missing, PATIENCE).toEqual([]);
  });

  it("has every metric that the dashboard and the alerts name", async () => {
    const named = metricsIn([...dashboardExpressions(), ALERTS].join("\n"));
    expect(named.size).toBeGreaterThan(30);
    const names = await ask<string[]>("label/__name__/values");
    expect([...named].filter((name) => !names.includes(name))).toEqual([]);
  });

  it("understands every expression of the dashboard", async () => {
    for (const expr of dashboardExpressions()) await ask("query", { query: expr });
  });

  it("raises an alert about a forged webhook, and none about a working program", async () => {
    const firing = async () => {
      const { alerts } = await ask<{ alerts: { labels: { alertname: string }; state: string }[] }>("alerts");
      const names = alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
      return [...new Set(names)].sort();
    };
    await expect.poll(firing, PATIENCE).toEqual(["CardwellReportFailed", "CardwellWebhooksForged"]);
  });
});

it("sends an action’s trace to a collector, and its ID is in the log", async () => {
  for (const name of ["action card.freeze", "operation card.freeze", "issuer freezeCard", "audit row"])
    await expect.poll(() => traces.join("").includes(`"name":"${name}"`), PATIENCE).toBe(true);
  const [, traceId = "none"] =
    /"traceId":"(\w+)"[^{}]*"name":"operation card\.freeze"/.exec(traces.join("")) ?? [];
  const isLogged = () =>
    dashboard
      .output()
      .split("\n")
      .some((line) => line.includes(traceId) && line.includes('"msg":"Action"'));
  await expect.poll(isLogged).toBe(true);
  expect(traces.join("")).not.toContain("cardwell.test");
});
