import { API_PREFIX, ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import type { FailureKind, IssuerResult } from "./failure";

type Level = "info" | "warn" | "error";
type Write = (fields: object, message: string) => void;

/** The part of pino that is used here. */
export type CallLog = Record<Level, Write>;

const LEVELS = {
  refused: "info",
  "fraud-block": "info",
  "not-found": "info",
  unauthorized: "error",
  "rate-limited": "warn",
  unavailable: "warn",
  "broken-contract": "error",
  "unknown-outcome": "error",
} as const satisfies Record<FailureKind, Level>;

const MESSAGE = "issuer call";

/**
 * The one line of a call. The path is the contract's, so neither ids nor filters are in it. A failure says where the
 * call went: a wrong address shows in no other way.
 */
export function logCall(
  log: CallLog,
  issuerUrl: string,
  call: EndpointName,
  result: IssuerResult<unknown>,
): void {
  const { method, path } = ENDPOINTS[call];
  const { status, durationMs, attempts, requestId } = result.ok ? result.answer : result.failure;
  const line = { call, method, path, status, durationMs, attempts, requestId };
  if (result.ok) {
    log.info({ ...line, outcome: "ok" }, MESSAGE);
    return;
  }
  const { kind, cause } = result.failure;
  const url = `${issuerUrl}${API_PREFIX}${path}`;
  log[LEVELS[kind]]({ ...line, url, outcome: kind, ...(cause === null ? {} : { cause }) }, MESSAGE);
}
