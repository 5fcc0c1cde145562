import type { MiddlewareHandler } from "hono";
import { API_KEY_HEADER } from "@/lib/contract/endpoints";
import { note, takeNotes } from "@/sandbox/worlds/request-log";
import type { WorldEnv } from "./env";

const MAX_BODY_CHARACTERS = 4096;
/** More than is kept, so that a secret at its end is recognized. */
const MAX_READ_BYTES = 2 * MAX_BODY_CHARACTERS;
const SECRETS = /"(key|secret)"(\s*:\s*)"(?:[^"\\]|\\.)*"/g;
const DROPPED = ["drop", "commit-then-drop"];
/** What the sandbox's page asks every second. */
const UNLOGGED = /^\/sandbox\/(requests|overview)\/?$/;

/** Adds each request to the log of its world when it is finished. */
export function logRequests(): MiddlewareHandler<WorldEnv> {
  return async (context, next) => {
    const { method, url, path } = context.req;
    const { world, isLogged } = context.var;
    if (UNLOGGED.test(path) || isLogged) return next();
    // A path below /downloads/ that is no file comes here twice.
    context.set("isLogged", true);
    const at = new Date();
    const startedAt = performance.now();
    const { body, fault, response, changes } = await takeNotes(next);
    const durationMs = Math.round(performance.now() - startedAt);
    const isDropped = DROPPED.includes(fault ?? "");
    const answered = response ?? (isDropped ? null : context.res.clone());
    const { pathname, search } = new URL(url);
    const redact = redactor(context.req.header(API_KEY_HEADER) ?? world.config.apiKey);
    world.requests.add({
      at: at.toISOString(),
      method,
      path: redact(pathname + search),
      status: isDropped ? null : context.res.status,
      durationMs,
      fault,
      requestBody: redact(body),
      responseBody: answered ? redact(await readStart(answered)) : "",
      changes,
    });
  };
}

/** A request that a fault drops must have been read to be shown. */
export function noteBody(): MiddlewareHandler<WorldEnv> {
  return async (context, next) => {
    note({ body: (await context.req.text().catch(() => "")).slice(0, MAX_READ_BYTES) });
    return next();
  };
}

function redactor(apiKey: string): (text: string) => string {
  return (text) => cut(text.replaceAll(apiKey, "[API key]").replaceAll(SECRETS, '"$1"$2"[redacted]"'));
}

function cut(text: string): string {
  if (text.length <= MAX_BODY_CHARACTERS) return text;
  // A slice alone would keep the whole text in memory.
  return `${Buffer.from(text.slice(0, MAX_BODY_CHARACTERS)).toString()}…`;
}

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  const reader = response.body?.getReader();
  while (reader && text.length < MAX_READ_BYTES) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
  // Not awaited: it ends only when the caller has read the other copy.
  reader?.cancel().catch(() => {});
  return text.slice(0, MAX_READ_BYTES);
}
