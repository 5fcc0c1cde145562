import "server-only";
import { connect } from "node:tls";

/** A certificate that is valid for fewer days should have been renewed. */
export const MIN_CERTIFICATE_DAYS = 14;

const TIMEOUT_MS = 10_000;

/** Also of a certificate that is not trusted; its own check says so. Returns an error's code. */
export function readValidity({ hostname, port }: URL): Promise<Date | string> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" })));
    socket.once("error", (error) => resolve(codeOf(error)));
    socket.once("secureConnect", () => {
      const { valid_to } = socket.getPeerCertificate();
      socket.end();
      resolve(valid_to ? new Date(valid_to) : "no certificate");
    });
  });
}

/** fetch puts the reason into the cause. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  if (error.name === "TimeoutError") return "ETIMEDOUT";
  if (error.cause) return codeOf(error.cause);
  return "code" in error && error.code ? String(error.code) : error.name;
}
