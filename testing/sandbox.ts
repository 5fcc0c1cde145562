import { createServer as createHttpServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { vi } from "vitest";
import { API_KEY_HEADER, API_PREFIX } from "@/lib/contract/endpoints";
import type { FilesEvent } from "@/lib/contract/webhook-event";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import { DEMO_API_KEY, DEMO_WEBHOOK_SECRET } from "@/lib/domain/settings/sandbox-defaults";
import { createApp } from "@/sandbox/app";
import type { SandboxConfig } from "@/sandbox/config";
import { createServer } from "@/sandbox/http/create-server";
import { openSandbox } from "@/sandbox/open-sandbox";
import type { World } from "@/sandbox/worlds/world";
import type { Worlds } from "@/sandbox/worlds/worlds";

export { signedHeaders } from "@/sandbox/webhooks/post-webhook";

export type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS";

/** `body` is parsed if the response is JSON, otherwise text. */
export type TestResponse<Body> = { status: number; headers: Headers; body: Body };

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
type Unchecked = any;

type Send = <Body = Unchecked>(
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<TestResponse<Body>>;

export type TestSandbox = {
  worlds: Worlds;
  /** The default world from the inside. */
  sandbox: World;
  /** Calls any path with the API key. */
  call: Send;
  /** Calls a path below `/api/v1/merchant` with the API key. */
  api: Send;
  /** Calls the app directly, without the API key. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Resets to an empty world and to the system time. */
  reset(): Promise<void>;
  setClock(instant: string): Promise<void>;
  close(): Promise<void>;
};

/** A new one each time, because tests change their sandbox's. */
const testConfig = (): SandboxConfig => ({
  apiKey: DEMO_API_KEY,
  currency: "USD",
  pageSize: 50,
  reportDelayMs: 0,
  webhook: { url: "http://127.0.0.1:9/nobody-listens", secret: DEMO_WEBHOOK_SECRET, retryMs: 20 },
});

/** A sandbox in memory, with an empty world and without a port. */
export async function openTestSandbox(config: Partial<SandboxConfig> = {}): Promise<TestSandbox> {
  const { worlds, close } = await openSandbox({
    config: { ...testConfig(), ...config },
    folder: null,
    scenario: "empty",
  });
  const app = createApp(worlds);
  const call: Send = async (method, path, body, headers) => {
    const init = { method, headers: { [API_KEY_HEADER]: worlds.config.apiKey, ...headers } };
    return readResponse(await app.request(path, body === undefined ? init : { ...init, body: toText(body) }));
  };
  const expectOk = async (response: Promise<TestResponse<unknown>>) => {
    const { status, body } = await response;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  };
  return {
    worlds,
    sandbox: await worlds.open(worlds.keys.defaultName),
    call,
    api: (method, path, body, headers) => call(method, `${API_PREFIX}${path}`, body, headers),
    request: async (path, init) => app.request(path, init),
    reset: () => expectOk(call("POST", "/sandbox/reset", { scenario: "empty" })),
    setClock: (now) => expectOk(call("POST", "/sandbox/clock", { now })),
    close,
  };
}

/** Serves the same sandbox on a free port, for tests that need a real connection. */
export async function listen({ worlds }: TestSandbox): Promise<{ origin: string; close(): Promise<void> }> {
  const { Response } = globalThis;
  const server = createServer(createApp(worlds));
  // Hono replaces it, and a response of `fetch` is not an instance of its class. The dashboard runs without Hono.
  Object.defineProperty(globalThis, "Response", { value: Response });
  return { origin: await listenOn(server), close: () => closeServer(server) };
}

export type ReceivedWebhook = { at: number; headers: Record<string, string>; body: string };

export type WebhookReceiver = {
  url: string;
  received: ReceivedWebhook[];
  /** The statuses of the next responses; 204 once they are used up. */
  nextStatuses: number[];
  close(): Promise<void>;
};

export async function openWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const nextStatuses: number[] = [];
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ at: Date.now(), headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(nextStatuses.shift() ?? 204).end();
  });
  const origin = await listenOn(server, port);
  return { url: `${origin}/hook`, received, nextStatuses, close: () => closeServer(server) };
}

async function listenOn(server: Server, port = 0): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}

/** Requests a report and waits for the webhook that delivers its link. */
export async function requestReport(
  { api }: TestSandbox,
  { received }: WebhookReceiver,
  fileType: ReportType,
  date: string,
): Promise<FilesEvent> {
  const { status, body } = await api("GET", `/files/${fileType}/?date=${date}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return vi.waitFor(
    () => {
      const events = received.map(({ body: text }) => JSON.parse(text) as FilesEvent);
      const event = events.find(({ data }) => data?.reference_id === body.reference_id);
      if (!event) throw new Error(`No event for ${body.reference_id}`);
      return event;
    },
    { timeout: 30_000, interval: 5 },
  );
}

/** The text of a report's file, requested and downloaded like a client does. */
export async function downloadReport(
  world: TestSandbox,
  receiver: WebhookReceiver,
  fileType: ReportType,
  date: string,
): Promise<string> {
  const { link } = (await requestReport(world, receiver, fileType, date)).data;
  const response = await world.request(pathOf(link));
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return response.text();
}

/** The path and query of a link, to call it without a port. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}

async function readResponse<Body>(response: Response): Promise<TestResponse<Body>> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const body = (isJson && text !== "" ? JSON.parse(text) : text) as Body;
  return { status: response.status, headers: response.headers, body };
}

function toText(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}
