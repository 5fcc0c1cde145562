import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Card } from "@/lib/contract/card";
import { API_KEY_HEADER, API_PREFIX } from "@/lib/contract/endpoints";
import { DEMO_API_KEY } from "@/lib/domain/settings/sandbox-defaults";
import { readState } from "@/sandbox/store/journal";
import { findFreePorts } from "@/scripts/ports.mjs";
import { sampleConsumerRequest } from "@/testing/arbitraries";
import { openWebhookReceiver } from "@/testing/sandbox";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const START_TIMEOUT_MS = 150_000;
const WAIT = { timeout: 20_000, interval: 20 };

type Running = { child: ChildProcess; output(): string; exited: Promise<number | null> };

let dataDir: string;
let port: number;
let hookPort: number;
let running: Running | null = null;
const started: Running[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cardwell-sandbox-"));
  [port = 0, hookPort = 0] = await findFreePorts(2);
});
afterAll(async () => {
  for (const sandbox of started) await kill(sandbox);
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the sandbox as a separate process on this file's data. */
function start(settings: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, ["--import", "tsx", "sandbox/main.ts"], {
    cwd: ROOT,
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      SANDBOX_PORT: String(port),
      SANDBOX_PAGE_SIZE: "1000",
      SANDBOX_REPORT_DELAY_MS: "0",
      SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${hookPort}/hook`,
      ...settings,
    },
  });
  let output = "";
  const appendOutput = (text: Buffer) => {
    output += text;
  };
  child.stdout.on("data", appendOutput);
  child.stderr.on("data", appendOutput);
  const exited = once(child, "close").then(([code]) => code as number | null);
  const sandbox = { child, output: () => output, exited };
  started.push(sandbox);
  return sandbox;
}

/** Reuses the running sandbox, because starting one is slow. */
async function ensureRunning(): Promise<Running> {
  if (running) return running;
  const sandbox = start();
  running = sandbox;
  const isReady = () => expect(sandbox.output()).toContain("ready on");
  await vi.waitFor(isReady, { timeout: START_TIMEOUT_MS, interval: 20 });
  return sandbox;
}

async function kill({ child, exited }: Running, signal: NodeJS.Signals = "SIGKILL"): Promise<number | null> {
  child.kill(signal);
  running = null;
  return exited;
}

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`http://localhost:${port}${path}`, {
    method,
    headers: { [API_KEY_HEADER]: DEMO_API_KEY },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function allCards(): Promise<{ count: number; cards: Card[] }> {
  const cards: Card[] = [];
  for (let page = 1; ; page++) {
    const { body } = await call("GET", `${API_PREFIX}/cards/?page=${page}`);
    cards.push(...body.results);
    if (!body.next) return { count: body.count, cards };
  }
}

const LONG_TIMEOUT = { timeout: 360_000 };

test(
  "kill -9 during writes loses nothing that was acknowledged and leaves no partial writes",
  LONG_TIMEOUT,
  async () => {
    const acknowledged = new Map<string, Card>();
    let sent = 0;
    let sandbox = await ensureRunning();
    const { count: before } = await allCards();

    for (const additional of [3, 17, 40]) {
      const target = acknowledged.size + additional;
      let isOver = false;
      const createCards = async () => {
        while (!isOver) {
          sent += 1;
          const response = await call("POST", `${API_PREFIX}/cards/`, sampleConsumerRequest()).catch(
            () => null,
          );
          if (response?.status === 201) acknowledged.set(response.body.id, response.body);
          if (acknowledged.size < target || isOver) continue;
          isOver = true;
          await kill(sandbox);
        }
      };
      await Promise.all(Array.from({ length: 6 }, createCards));
      sandbox = await ensureRunning();
      const { count, cards } = await allCards();
      const stored = new Map(cards.map((card) => [card.id, card]));
      for (const [id, card] of acknowledged) expect(stored.get(id)).toEqual(card);
      expect(stored.size).toBe(cards.length);
      expect(count).toBe(cards.length);
      expect(count - before).toBeGreaterThanOrEqual(acknowledged.size);
      expect(count - before).toBeLessThanOrEqual(sent);
    }

    const { count } = await allCards();
    expect(await kill(sandbox, "SIGTERM")).toBe(0);
    const stored = await readState(join(dataDir, "worlds", "cardwell.jsonl"));
    const cards = [...(stored?.state.cards ?? [])];
    expect(cards).toHaveLength(count);
    expect(cards.filter(({ application }) => application !== null)).toHaveLength(count - before);
  },
);

test("a pending webhook and a moved clock survive kill -9", LONG_TIMEOUT, async () => {
  const first = await ensureRunning();
  await call("POST", "/sandbox/clock", { now: "2031-01-01T00:00:00Z" });
  const { body: requested } = await call("GET", `${API_PREFIX}/files/daily/?date=2024-01-31`);
  const pending = async () => (await call("GET", "/sandbox/webhooks")).body.deliveries[0];
  await vi.waitFor(async () => expect((await pending()).attempts.length).toBeGreaterThan(0), WAIT);
  const { id, body } = await pending();
  await kill(first);

  const receiver = await openWebhookReceiver(hookPort);
  try {
    await ensureRunning();
    expect((await call("GET", "/sandbox/clock")).body.now).toMatch(/^2031-01-01T00:/);
    await vi.waitFor(async () => expect((await pending()).deliveredAt).not.toBeNull(), WAIT);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.headers["webhook-id"]).toBe(id);
    expect(receiver.received[0]?.body).toBe(body);
    expect(JSON.parse(body).data.reference_id).toBe(requested.reference_id);
  } finally {
    await receiver.close();
  }
});

test("a second process on the same folder fails and names the first", LONG_TIMEOUT, async () => {
  const first = await ensureRunning();
  const [otherPort] = await findFreePorts(1);
  const second = start({ SANDBOX_PORT: String(otherPort) });
  expect(await second.exited).toBe(1);
  expect(second.output()).toMatch(
    new RegExp(`^The folder .* is in use by process ${first.child.pid} .*\\.\n$`),
  );
  expect((await call("GET", "/sandbox/health")).status).toBe(200);
});

test("a port that is in use is reported in one sentence", LONG_TIMEOUT, async () => {
  if (running) await kill(running);
  const holder = createServer().listen(port);
  await once(holder, "listening");
  const sandbox = start();
  expect(await sandbox.exited).toBe(1);
  expect(sandbox.output()).toBe(
    `Port ${port} is already in use. Choose another with --port or SANDBOX_PORT.\n`,
  );
  holder.close();
});

test.each([
  ["SANDBOX_PORT", "web"],
  ["SANDBOX_DATABASE_URL", "none"],
])("an invalid %s is reported in one sentence, and nothing starts", LONG_TIMEOUT, async (name, value) => {
  const sandbox = start({ [name]: value });
  expect(await sandbox.exited).toBe(1);
  expect(sandbox.output()).toMatch(/^[^\n]+\.\n$/);
  expect(sandbox.output()).toContain(name);
});
