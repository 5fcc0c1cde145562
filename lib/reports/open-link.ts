import "server-only";
import { lookup as resolve } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { createGunzip } from "node:zlib";
import { countOf, formatCount } from "@/lib/domain/numbers";
import { isLoopbackAddress, isPublicAddress } from "./address-guard";
import { LinkError } from "./link-error";

export type LinkRules = {
  /** Exactly these, with their port where it is not the usual one. */
  hosts: readonly string[];
  /** The sandbox's own host, which alone may be plain http and must be this machine. */
  sandboxHost: string | null;
  maxBytes: number;
  /** Until the answer begins, between two pieces of it, and for all of it. */
  firstByteMs: number;
  idleMs: number;
  totalMs: number;
  resolve?: typeof resolve;
  /** Ends it early, with the signal's own reason. */
  signal?: AbortSignal;
};

export type OpenedLink = {
  contentType: string;
  /** The file's bytes, inflated. Throws a `LinkError` when they break off or become too many. */
  bytes: AsyncIterable<Buffer>;
  /** Whether the sender said how long the answer is, so that its end is known to be the end. */
  isFramed: boolean;
};

/** The link as a URL that may be fetched; else why not. Nothing has been connected to by then. */
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

function hostOf(setting: string): string {
  return URL.canParse(`https://${setting}`) ? new URL(`https://${setting}`).host : setting;
}

function checkAddress(address: string, isSandbox: boolean): void {
  const isAllowed = isSandbox ? isLoopbackAddress(address) : isPublicAddress(address);
  if (!isAllowed) throw new LinkError("The link points to a private network, so it wasn’t opened.", true);
}

/**
 * Fetches a link that someone else chose. The address is checked inside the socket's own lookup, so that a name
 * cannot mean one machine when it is checked and another when it is connected to. No redirect is followed, no
 * connection is shared, and nothing of ours goes along.
 */
export async function openLink(link: string, rules: LinkRules): Promise<OpenedLink> {
  const url = checkLink(link, rules);
  const isSandbox = url.protocol === "http:";
  const aborter = new AbortController();
  const tooSlow = new LinkError(`The file didn’t finish downloading within ${limitInWords(rules.totalMs)}.`);
  const total = setTimeout(() => aborter.abort(tooSlow), rules.totalMs);
  rules.signal?.addEventListener("abort", () => aborter.abort(rules.signal?.reason), { once: true });
  total.unref();
  const stop = (error: LinkError) => aborter.abort(error);
  const answer = await connect(url, isSandbox, rules, aborter).catch((error) => {
    clearTimeout(total);
    throw aborter.signal.aborted ? aborter.signal.reason : asLinkError(error);
  });
  const refusal = refusalOf(answer, rules.maxBytes);
  if (refusal) {
    clearTimeout(total);
    answer.destroy();
    throw refusal;
  }
  return {
    contentType: String(answer.headers["content-type"] ?? "").toLowerCase(),
    isFramed:
      answer.headers["content-length"] !== undefined ||
      /chunked/i.test(answer.headers["transfer-encoding"] ?? ""),
    bytes: readBytes(answer, rules, aborter.signal, stop, () => clearTimeout(total)),
  };
}

function limitInWords(limitMs: number): string {
  return limitMs < 120_000
    ? countOf(Math.round(limitMs / 1_000), "second")
    : countOf(Math.round(limitMs / 60_000), "minute");
}

function connect(
  url: URL,
  isSandbox: boolean,
  rules: LinkRules,
  aborter: AbortController,
): Promise<http.IncomingMessage> {
  return new Promise((done, fail) => {
    const first = setTimeout(() => aborter.abort(new LinkError("The link timed out.")), rules.firstByteMs);
    const request = (isSandbox ? http : https).get(
      url,
      {
        agent: false,
        lookup: guardedLookup(isSandbox, rules.resolve ?? resolve),
        signal: aborter.signal,
        headers: { accept: "text/csv, */*;q=0.1", "accept-encoding": "identity", "user-agent": "cardwell" },
      },
      (response) => {
        clearTimeout(first);
        done(response);
      },
    );
    request.on("error", (error) => {
      clearTimeout(first);
      fail(error);
    });
  });
}

function guardedLookup(isSandbox: boolean, look: typeof resolve): LookupFunction {
  return (hostname, options, callback) => {
    look(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      try {
        for (const { address } of addresses) checkAddress(address, isSandbox);
      } catch (refusal) {
        return callback(refusal as NodeJS.ErrnoException, "", 0);
      }
      const [first] = addresses;
      if (options.all) return callback(null, addresses);
      callback(null, first?.address ?? "", first?.family ?? 0);
    });
  };
}

function refusalOf({ statusCode = 0, headers }: http.IncomingMessage, maxBytes: number): LinkError | null {
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
  answer: http.IncomingMessage,
  { maxBytes, idleMs }: LinkRules,
  signal: AbortSignal,
  stop: (error: LinkError) => void,
  end: () => void,
): AsyncGenerator<Buffer> {
  const isPacked = answer.headers["content-encoding"] === "gzip";
  const source = isPacked ? answer.pipe(createGunzip()) : answer;
  if (isPacked) answer.on("error", (error) => source.destroy(error));
  const idle = setTimeout(() => stop(new LinkError("The download stalled.")), idleMs);
  let bytes = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      idle.refresh();
      bytes += chunk.byteLength;
      // Counted after inflating: a small answer may unfold into a large one.
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
      idle.refresh();
    }
    if (!answer.complete) throw new LinkError("The connection closed before the file was complete.");
  } catch (error) {
    throw signal.aborted ? signal.reason : asLinkError(error);
  } finally {
    clearTimeout(idle);
    end();
    answer.destroy();
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
