import "server-only";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { Webhook } from "standardwebhooks";
import { guardedLookup, hostOf, isPublicAddress } from "@/lib/reports/address-guard";

export type SendOutcome = { is: "sent"; answer: string } | { is: "failed"; problem: string };

export type PostRules = {
  /** Exact hosts, with a port unless it is the default one, that may be private and use plain HTTP. */
  privateHosts: readonly string[];
  timeoutMs?: number;
  resolve?: Parameters<typeof guardedLookup>[1];
};

const TIMEOUT_MS = 10_000;

class ForbiddenTarget extends Error {}

/** Why nothing may be sent to this URL, before anything is connected; null if it may. */
export function findForbidden(url: URL, { privateHosts }: PostRules): string | null {
  if (isListed(url, privateHosts)) return null;
  if (url.protocol !== "https:") return "The URL doesn’t use HTTPS, so nothing was sent.";
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(literal) !== 0 && !isPublicAddress(literal) ? PRIVATE : null;
}

const PRIVATE =
  "The URL points to a private network, so nothing was sent. To allow it, add its host to ALERT_HOSTS.";

function isListed(url: URL, hosts: readonly string[]): boolean {
  return hosts.map(hostOf).includes(url.host);
}

/**
 * Posts JSON to a URL that an admin chose. The response's body is ignored, redirects are not followed, and connections
 * are not reused. The problem never quotes the URL, which is often a secret itself.
 */
export async function postMessage(
  target: string,
  body: string,
  headers: Record<string, string>,
  rules: PostRules,
): Promise<SendOutcome> {
  const url = new URL(target);
  const forbidden = findForbidden(url, rules);
  if (forbidden) return { is: "failed", problem: forbidden };
  try {
    return describeStatus(await post(url, body, headers, rules));
  } catch (error) {
    return { is: "failed", problem: describeError(error) };
  }
}

function post(url: URL, body: string, headers: Record<string, string>, rules: PostRules): Promise<number> {
  const isPrivateAllowed = isListed(url, rules.privateHosts);
  const checkAddress = (address: string) => {
    if (!isPrivateAllowed && !isPublicAddress(address)) throw new ForbiddenTarget();
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "http:" ? http : https).request(
      url,
      {
        method: "POST",
        agent: false,
        lookup: guardedLookup(checkAddress, rules.resolve),
        signal: AbortSignal.timeout(rules.timeoutMs ?? TIMEOUT_MS),
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "user-agent": "cardwell",
          ...headers,
        },
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    // Neither a response nor an error follows an upgrade that nobody listens for, not even at the timeout.
    request.on("upgrade", ({ statusCode }, socket) => {
      resolve(statusCode ?? 0);
      socket.destroy();
    });
    request.on("close", () => reject(new Error("Closed without a response")));
    request.on("error", reject);
    request.end(body);
  });
}

function describeStatus(status: number): SendOutcome {
  if (status >= 200 && status < 300) return { is: "sent", answer: `The receiver answered ${status}.` };
  if (status >= 300 && status < 400)
    return {
      is: "failed",
      problem: `The receiver answered ${status}, a redirect, and redirects aren’t followed.`,
    };
  return { is: "failed", problem: `The receiver answered ${status}.` };
}

function describeError(error: unknown): string {
  if (error instanceof ForbiddenTarget) return PRIVATE;
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError"))
    return "The receiver didn’t answer in time.";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (Object.hasOwn(REASONS, code)) return `The receiver couldn’t be reached. ${REASONS[code]}`;
  return `The receiver couldn’t be reached${code ? ` (${code})` : ""}.`;
}

/** By Node's codes. */
const REASONS: Record<string, string> = {
  ENOTFOUND: "The host name doesn’t exist.",
  EAI_AGAIN: "The host name couldn’t be looked up.",
  ECONNREFUSED: "Nothing answers at this host and port.",
  ECONNRESET: "It closed the connection.",
  EHOSTUNREACH: "There is no way to its network.",
  ENETUNREACH: "There is no way to its network.",
  ETIMEDOUT: "It didn’t accept the connection in time.",
  CERT_HAS_EXPIRED: "Its certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Its certificate isn’t from a known authority.",
  SELF_SIGNED_CERT_IN_CHAIN: "Its certificate isn’t from a known authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "Its certificate isn’t from a known authority.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another host name.",
};

/** As in Standard Webhooks, like the issuer's. During a rotation there is one signature for each secret. */
export function signatureHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(" "),
  };
}
