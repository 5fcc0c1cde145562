import "server-only";
import { API_KEY_HEADER } from "@/lib/contract/endpoints";
import { readHttpDate, readRetryAfterMs } from "./retry-after";
import { stripSecrets } from "./strip-secrets";

const MAX_BODY_BYTES = 10_485_760;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type ExchangeRequest = {
  method: string;
  /** Relative to the API's base URL, including the query. */
  path: string;
  body: unknown;
  requestId: string;
  timeoutMs: number;
};

/** An empty body is readable, and its JSON is undefined. `secretFields` names the fields that were removed from it. */
export type Body =
  | { isReadable: true; json: unknown; secretFields: readonly string[] }
  | { isReadable: false; problem: string };

export type ReceivedResponse = {
  type: "response";
  status: number;
  retryAfterMs: number | null;
  /** How far the issuer's clock is ahead of ours; null if the response has no date. */
  clockSkewMs: number | null;
  contentType: string | null;
  body: Body;
};

/** No complete response arrived. */
export type LostResponse = {
  type: "lost";
  isTimeout: boolean;
  /** A network error code such as ECONNRESET. */
  code: string | null;
  /** False only if no connection was established, so that the issuer can't have received the request. */
  mayHaveArrived: boolean;
};

export type Exchange = ReceivedResponse | LostResponse;

/** Sends one request and reads the response. This is the only code that uses the key. */
export function createExchange(options: { url: string; key: string; fetch: Fetch; now: () => number }) {
  const { url, key, fetch, now } = options;
  requireValidHeader(key);

  return async function exchange(request: ExchangeRequest): Promise<Exchange> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), request.timeoutMs);
    let response: Response | undefined;
    try {
      response = await fetch(`${url}${request.path}`, requestInit(request, key, controller.signal));
      return toReceivedResponse(response, await readBody(response, key), now());
    } catch (error) {
      // These statuses are clear without a body, and a Retry-After must be obeyed.
      if (response && isBodyOptional(response.status)) {
        return toReceivedResponse(response, { isReadable: false, problem: "the body was cut off" }, now());
      }
      return toLostResponse(error, {
        isTimeout: controller.signal.aborted,
        hadResponse: response !== undefined,
      });
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
  // Redirects are not followed, because that would send the key to another host.
  const init = { method, signal, redirect: "manual", cache: "no-store" } as const;
  if (body === undefined) return { ...init, headers };
  return { ...init, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** fetch would reject such a key too, but its error message quotes the key. */
function requireValidHeader(key: string): void {
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new Error("The issuer's key must be printable ASCII without spaces.");
}

function isBodyOptional(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500;
}

function toReceivedResponse(response: Response, body: Body, now: number): ReceivedResponse {
  const issuerTime = readHttpDate(response.headers.get("date") ?? "");
  return {
    type: "response",
    status: response.status,
    retryAfterMs: readRetryAfterMs(response.headers, now),
    clockSkewMs: issuerTime === null ? null : Math.round(issuerTime - now),
    contentType: response.headers.get("content-type"),
    body,
  };
}

async function readBody(response: Response, key: string): Promise<Body> {
  const bytes = await readBytes(response);
  if (bytes === null)
    return { isReadable: false, problem: `the body is larger than ${MAX_BODY_BYTES} bytes` };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.trim() === "") return { isReadable: true, json: undefined, secretFields: [] };
    const secretFields: string[] = [];
    const json = stripSecrets(JSON.parse(text), key, (name) => secretFields.push(name));
    return { isReadable: true, json, secretFields };
  } catch {
    return { isReadable: false, problem: "the body is not JSON" };
  }
}

/** Stops reading and returns null if the body is too large. */
async function readBytes({ body }: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader?.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** Errors that occur before anything is sent. */
const NEVER_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function toLostResponse(error: unknown, seen: { isTimeout: boolean; hadResponse: boolean }): LostResponse {
  const code = seen.isTimeout ? null : networkCode(error);
  const mayHaveArrived = seen.hadResponse || code === null || !NEVER_CONNECTED.has(code);
  return { type: "lost", isTimeout: seen.isTimeout, code, mayHaveArrived };
}

/** Returns only the code, because a message may quote the request and its key. */
function networkCode(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(cause.code)) {
      return cause.code;
    }
  }
  return null;
}
