import { createServer as createHttpServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { vi } from "vitest";
import { API_KEY_HEADER, API_PREFIX } from "@/lib/contract/endpoints";
import type { FilesEvent } from "@/lib/contract/webhook-event";
import type { ReportType } from "@/lib/domain/report-calendar";
import { DEMO_API_KEY, DEMO_WEBHOOK_SECRET } from "@/lib/domain/sandbox-defaults";
import { createApp } from "@/sandbox/app";
import type { SandboxConfig } from "@/sandbox/config";
import { createServer } from "@/sandbox/http/create-server";
import { type OpenSandbox, openSandboxOn } from "@/sandbox/open-sandbox";
import { openTestDatabase } from "./database";

export { signedHeaders } from "@/sandbox/webhooks/post-webhook";

export type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS";

/** An answer, its body read as JSON where it is JSON. */
export type Answer<Body> = { status: number; headers: Headers; body: Body };

/** What a body holds is the test's business to assert: a wrong guess fails there. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
type Unchecked = any;

type Send = <Body = Unchecked>(
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Body>>;

export type TestSandbox = {
  sandbox: OpenSandbox;
  /** Any path, with the key. */
  call: Send;
  /** A path below `/api/v1/merchant`, with the key. */
  api: Send;
  /** The application itself, for what `call` would put right. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** An empty world at the machine's time. */
  empty(): Promise<void>;
  setClock(instant: string): Promise<void>;
  close(): Promise<void>;
};

const TEST_CONFIG: SandboxConfig = {
  apiKey: DEMO_API_KEY,
  currency: "USD",
  pageSize: 50,
  reportDelayMs: 0,
  webhook: { url: "http://127.0.0.1:9/nobody-listens", secret: DEMO_WEBHOOK_SECRET, retryMs: 20 },
};

/** The sandbox on the engine under test, with an empty world and no port. One for a whole test file. */
export async function openTestSandbox(config: Partial<SandboxConfig> = {}): Promise<TestSandbox> {
  const sandbox = await openSandboxOn(await openTestDatabase(), { ...TEST_CONFIG, ...config }, "empty");
  const app = createApp(sandbox);
  const call: Send = async (method, path, body, headers) => {
    const init = { method, headers: { [API_KEY_HEADER]: sandbox.config.apiKey, ...headers } };
    return read(await app.request(path, body === undefined ? init : { ...init, body: toText(body) }));
  };
  const expectOk = async (answer: Promise<Answer<unknown>>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  };
  return {
    sandbox,
    call,
    api: (method, path, body, headers) => call(method, `${API_PREFIX}${path}`, body, headers),
    request: async (path, init) => app.request(path, init),
    empty: () => expectOk(call("POST", "/sandbox/reset", { scenario: "empty" })),
    setClock: (now) => expectOk(call("POST", "/sandbox/clock", { now })),
    close: () => sandbox.close(),
  };
}

/** The same sandbox on a port of its own, for what only a connection can show. */
export async function listen({ sandbox }: TestSandbox): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(createApp(sandbox));
  return { origin: await listenOn(server), close: () => closeServer(server) };
}

export type Received = { at: number; headers: Record<string, string>; body: string };

export type Receiver = {
  url: string;
  received: Received[];
  /** The statuses of the next answers; 204 once they are used up. */
  answers: number[];
  close(): Promise<void>;
};

/** Somebody to deliver webhooks to. */
export async function openReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    received.push({ at: Date.now(), headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answers.shift() ?? 204).end();
  });
  const origin = await listenOn(server, port);
  return { url: `${origin}/hook`, received, answers, close: () => closeServer(server) };
}

async function listenOn(server: Server, port = 0): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}

/** Asks for a report and waits for the event that delivers its link. */
export async function orderReport(
  { api }: TestSandbox,
  { received }: Receiver,
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

/** The path and query of a link, to be called without a port. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}

async function read<Body>(response: Response): Promise<Answer<Body>> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const body = (isJson && text !== "" ? JSON.parse(text) : text) as Body;
  return { status: response.status, headers: response.headers, body };
}

function toText(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}
