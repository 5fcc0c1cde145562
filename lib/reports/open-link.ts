import "server-only";
import type { lookup as resolve } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { createGunzip } from "node:zlib";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { guardedLookup, hostOf, isLoopbackAddress, isPublicAddress } from "./address-guard";
import { LinkError } from "./link-error";

export type LinkRules = {
  /** Exact hosts, with a port unless it is the default one. */
  hosts: readonly string[];
  /** The only host that may use plain HTTP; it must resolve to this machine. */
  sandboxHost: string | null;
  maxBytes: number;
  /** Timeouts until the first byte, between two reads, and for the whole download. */
  firstByteMs: number;
  idleMs: number;
  totalMs: number;
  resolve?: typeof resolve;
  /** Aborts the download with the signal's reason. */
  signal?: AbortSignal;
};

export type OpenedLink = {
  contentType: string;
  /** Decompressed. Throws a `LinkError` if the connection closes early or the file is too large. */
  bytes: AsyncIterable<Buffer>;
  /** The response has a known length or is chunked, so that a truncated file is detected. */
  isFramed: boolean;
};

/** Throws if the link is not allowed, before anything is connected. */
export function checkLink(link: string, rules: Pick<LinkRules, "hosts" | "sandboxHost">): URL {
  if (!URL.canParse(link)) throw new LinkError("The link isn’t a valid URL.", true);
  const url = new URL(link);
  const isSandbox = url.host === rules.sandboxHost && url.protocol === "http:";
  if (url.protocol !== "https:" && !isSandbox)
    throw new LinkError("The link doesn’t use HTTPS, so it wasn’t opened.", true);
  if (url.username !== "" || url.password !== "")
    throw new LinkError("The link contains a username or password, so it wasn’t opened.", true);
  if (!rules.hosts.map(hostOf).includes(url.host))
    throw new LinkError(`The link points to ${url.host}, which isn’t an allowed host.`, true);
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0) checkAddress(literal, isSandbox);
  return url;
}

function checkAddress(address: string, isSandbox: boolean): void {
  const isAllowed = isSandbox ? isLoopbackAddress(address) : isPublicAddress(address);
  if (!isAllowed) throw new LinkError("The link points to a private network, so it wasn’t opened.", true);
}

/**
 * Fetches a link that someone else chose. Redirects are not followed, connections are not reused, and no credentials
 * are sent.
 */
export async function openLink(link: string, rules: LinkRules): Promise<OpenedLink> {
  const url = checkLink(link, rules);
  const isSandbox = url.protocol === "http:";
  const controller = new AbortController();
  const tooSlow = new LinkError(`The file didn’t finish downloading within ${formatLimit(rules.totalMs)}.`);
  const total = setTimeout(() => controller.abort(tooSlow), rules.totalMs);
  rules.signal?.addEventListener("abort", () => controller.abort(rules.signal?.reason), { once: true });
  total.unref();
  const stop = (error: LinkError) => controller.abort(error);
  const response = await connect(url, isSandbox, rules, controller).catch((error) => {
    clearTimeout(total);
    throw controller.signal.aborted ? controller.signal.reason : asLinkError(error);
  });
  const rejection = findRejection(response, rules.maxBytes);
  if (rejection) {
    clearTimeout(total);
    response.destroy();
    throw rejection;
  }
  return {
    contentType: String(response.headers["content-type"] ?? "").toLowerCase(),
    isFramed:
      response.headers["content-length"] !== undefined ||
      /chunked/i.test(response.headers["transfer-encoding"] ?? ""),
    bytes: readBytes(response, rules, controller.signal, stop, () => clearTimeout(total)),
  };
}

function formatLimit(limitMs: number): string {
  return limitMs < 120_000
    ? countOf(Math.round(limitMs / 1_000), "second")
    : countOf(Math.round(limitMs / 60_000), "minute");
}

function connect(
  url: URL,
  isSandbox: boolean,
  rules: LinkRules,
  controller: AbortController,
): Promise<http.IncomingMessage> {
  return new Promise((resolvePromise, rejectPromise) => {
    const first = setTimeout(() => controller.abort(new LinkError("The link timed out.")), rules.firstByteMs);
    const request = (isSandbox ? http : https).get(
      url,
      {
        agent: false,
        lookup: guardedLookup((address) => checkAddress(address, isSandbox), rules.resolve),
        signal: controller.signal,
        headers: { accept: "text/csv, */*;q=0.1", "accept-encoding": "identity", "user-agent": "cardwell" },
      },
      (response) => {
        clearTimeout(first);
        resolvePromise(response);
      },
    );
    request.on("error", (error) => {
      clearTimeout(first);
      rejectPromise(error);
    });
    // Neither a response nor an error follows an upgrade that nobody listens for, not even at the timeout.
    request.on("close", () => {
      clearTimeout(first);
      rejectPromise(new LinkError("The connection closed before the file was complete."));
    });
  });
}

function findRejection(
  { statusCode = 0, headers }: http.IncomingMessage,
  maxBytes: number,
): LinkError | null {
  if (statusCode >= 300 && statusCode < 400)
    return new LinkError("The link redirects to another address, and redirects aren’t followed.", true);
  if (statusCode === 403 || statusCode === 404 || statusCode === 410)
    return new LinkError(`The link no longer works: it returned ${statusCode}.`);
  if (statusCode !== 200) return new LinkError(`The link returned ${statusCode} instead of a file.`);
  if (Number(headers["content-length"] ?? 0) > maxBytes) return tooLarge(maxBytes);
  const encoding = headers["content-encoding"] ?? "identity";
  return encoding === "identity" || encoding === "gzip"
    ? null
    : new LinkError(`The file is encoded as ${encoding}, which we don’t accept.`);
}

function tooLarge(maxBytes: number): LinkError {
  return new LinkError(`The file is larger than ${formatCount(maxBytes)} bytes, the most we accept.`, true);
}

async function* readBytes(
  response: http.IncomingMessage,
  { maxBytes, idleMs }: LinkRules,
  signal: AbortSignal,
  stop: (error: LinkError) => void,
  end: () => void,
): AsyncGenerator<Buffer> {
  const isGzipped = response.headers["content-encoding"] === "gzip";
  const source = isGzipped ? response.pipe(createGunzip()) : response;
  if (isGzipped) response.on("error", (error) => source.destroy(error));
  const idle = setTimeout(() => stop(new LinkError("The download stalled.")), idleMs);
  let bytes = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      idle.refresh();
      bytes += chunk.byteLength;
      // Counted after decompression, because a small response can expand into a huge file.
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
      idle.refresh();
    }
    if (!response.complete) throw new LinkError("The connection closed before the file was complete.");
  } catch (error) {
    throw signal.aborted ? signal.reason : asLinkError(error);
  } finally {
    clearTimeout(idle);
    end();
    response.destroy();
  }
}

function asLinkError(error: unknown): LinkError {
  if (error instanceof LinkError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE")
    return new LinkError("The connection closed before the file was complete.");
  if (code.startsWith("Z_")) return new LinkError("The compressed file is damaged.");
  return new LinkError(`The link couldn’t be opened${code ? ` (${code})` : ""}.`);
}
