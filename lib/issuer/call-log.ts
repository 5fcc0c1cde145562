import { API_PREFIX, ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import type { FailureKind, IssuerResult } from "./failure";

type Level = "debug" | "info" | "warn" | "error";
type Write = (fields: object, message: string) => void;

/** The part of pino that is used here. */
export type CallLog = Record<Level, Write>;

/** Debug: the issuer works, and whoever made the call reports what it said. */
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

/** The index calls the issuer all the time: during an outage one line a minute is shown, not one per call. */
const REPEAT_MS = 60_000;

/**
 * Writes one line per call. The path is the contract's, so it has neither ids nor filters. A failure also says where the
 * call went: nothing else would show a wrong address.
 */
export function createCallLog(
  log: CallLog,
  issuerUrl: string,
  now: () => number,
): (call: EndpointName, result: IssuerResult<unknown>) => void {
  const shownAt = new Map<FailureKind, number>();
  let isDown = false;

  /** Repeats of the same trouble are for whoever looks for a fault. */
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
    const { status, durationMs, attempts, requestId } = result.ok ? result.answer : result.failure;
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
