import { API_PREFIX, ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import type { FailureKind, IssuerResult } from "./failure";

type Level = "debug" | "info" | "warn" | "error";
type Write = (fields: object, message: string) => void;

/** The part of pino that is used here. */
export type CallLog = Record<Level, Write>;

/** Debug is for responses of a working issuer, which the caller reports. */
const LEVELS = {
  refused: "debug",
  "fraud-block": "debug",
  "not-found": "debug",
  unauthorized: "error",
  "rate-limited": "warn",
  unavailable: "warn",
  "broken-contract": "error",
  "unknown-outcome": "error",
} as const satisfies Record<FailureKind, Level>;

/** The index calls the issuer continuously, so an outage is logged once a minute instead of once per call. */
const REPEAT_MS = 60_000;

/**
 * Writes one line per call. The path is the contract's template, so it contains neither IDs nor filters. A failure also
 * logs the full URL, because nothing else would reveal a wrong address.
 */
export function createCallLog(
  log: CallLog,
  issuerUrl: string,
  now: () => number,
): (call: EndpointName, result: IssuerResult<unknown>) => void {
  const shownAt = new Map<FailureKind, number>();
  let isDown = false;

  /** Repeated failures of the same kind are logged at debug level. */
  function levelOf(kind: FailureKind): Level {
    const level = LEVELS[kind];
    if (level === "debug" || kind === "unknown-outcome") return level;
    if (now() - (shownAt.get(kind) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS) return "debug";
    shownAt.set(kind, now());
    if (kind === "unavailable" || kind === "unauthorized") isDown = true;
    return level;
  }

  return (call, result) => {
    const { method, path } = ENDPOINTS[call];
    const { status, durationMs, attempts, requestId } = result.ok ? result.response : result.failure;
    const line = { call, method, path, status, durationMs, attempts, requestId };
    if (result.ok) {
      log.debug({ ...line, outcome: "ok" }, "Issuer call");
      if (isDown) log.info({ issuer: issuerUrl }, "Issuer reachable again");
      isDown = false;
      return;
    }
    const { kind, cause } = result.failure;
    const url = `${issuerUrl}${API_PREFIX}${path}`;
    log[levelOf(kind)](
      { ...line, url, outcome: kind, ...(cause === null ? {} : { cause }) },
      "Issuer call failed",
    );
  };
}
