import "server-only";
import { API_KEY_HEADER } from "@/lib/contract/endpoints";
import { readHttpDate, readRetryAfterMs } from "./retry-after";
import { stripSecrets } from "./strip-secrets";

const MAXIMUM_BYTES = 10_485_760;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type ExchangeRequest = {
  method: string;
  /** From the root of the API, with its query. */
  path: string;
  body: unknown;
  requestId: string;
  timeoutMs: number;
};

/** An answer's body. An empty one is readable, and undefined. */
export type Body = { isReadable: true; json: unknown } | { isReadable: false; problem: string };

export type Answer = {
  type: "answer";
  status: number;
  retryAfterMs: number | null;
  /** How far the issuer's clock is ahead of ours; null where its answer names no time. */
  clockSkewMs: number | null;
  body: Body;
};

/** Nothing came back that can be relied on. */
export type Lost = {
  type: "lost";
  isTimeout: boolean;
  /** The network's name for it, such as ECONNRESET. */
  code: string | null;
  /** False only where the connection never came about, so that the issuer cannot have seen the request. */
  mayHaveArrived: boolean;
};

export type Exchange = Answer | Lost;

/** One request and its answer. The key goes into a header here and is known to nothing else. */
export function createExchange(options: { url: string; key: string; fetch: Fetch; now: () => number }) {
  const { url, key, fetch, now } = options;
  requireHeaderText(key);

  return async function exchange(request: ExchangeRequest): Promise<Exchange> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), request.timeoutMs);
    let response: Response | undefined;
    try {
      response = await fetch(`${url}${request.path}`, requestInit(request, key, controller.signal));
      return toAnswer(response, await readBody(response, key), now());
    } catch (error) {
      // Some statuses say everything without a body, and what they ask for must be heard.
      if (response && isPlainStatus(response.status)) {
        return toAnswer(response, { isReadable: false, problem: "the body was cut off" }, now());
      }
      return toLost(error, { isTimeout: controller.signal.aborted, hadAnswer: response !== undefined });
    } finally {
      clearTimeout(timer);
    }
  };
}

function requestInit(
  { method, body, requestId }: ExchangeRequest,
  key: string,
  signal: AbortSignal,
): RequestInit {
  const headers = { accept: "application/json", [API_KEY_HEADER]: key, "x-request-id": requestId };
  // A redirect is not followed: the key would travel with it.
  const init = { method, signal, redirect: "manual", cache: "no-store" } as const;
  if (body === undefined) return { ...init, headers };
  return { ...init, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** Fetch would refuse such a key too, in a message that quotes it. */
function requireHeaderText(key: string): void {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new Error("The issuer's key must be printable ASCII without spaces.");
}

function isPlainStatus(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500;
}

function toAnswer(response: Response, body: Body, now: number): Answer {
  const issuerTime = readHttpDate(response.headers.get("date") ?? "");
  return {
    type: "answer",
    status: response.status,
    retryAfterMs: readRetryAfterMs(response.headers, now),
    clockSkewMs: issuerTime === null ? null : Math.round(issuerTime - now),
    body,
  };
}

async function readBody(response: Response, key: string): Promise<Body> {
  const bytes = await readBytes(response);
  if (bytes === null) return { isReadable: false, problem: `the body is larger than ${MAXIMUM_BYTES} bytes` };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { isReadable: true, json: text.trim() === "" ? undefined : stripSecrets(JSON.parse(text), key) };
  } catch {
    return { isReadable: false, problem: "the body is not JSON" };
  }
}

/** Null when there is more than anyone should send; the rest is then not read. */
async function readBytes({ body }: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > MAXIMUM_BYTES) {
      await reader?.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** A connection that was refused, or an address that has no host: nothing was sent. */
const NEVER_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function toLost(error: unknown, seen: { isTimeout: boolean; hadAnswer: boolean }): Lost {
  const code = seen.isTimeout ? null : networkCode(error);
  const mayHaveArrived = seen.hadAnswer || code === null || !NEVER_CONNECTED.has(code);
  return { type: "lost", isTimeout: seen.isTimeout, code, mayHaveArrived };
}

/** Only the code: a message may quote the request, and with it the key. */
function networkCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(cause.code)) {
      return cause.code;
    }
  }
  return null;
}
