import type { z } from "zod";
import { ENDPOINTS, type Endpoint, type EndpointName } from "@/lib/contract/endpoints";
import { ApiError, describeIssues, FRAUD_BLOCK_CODE } from "@/lib/contract/error";
import type { FieldErrors } from "@/lib/domain/result";
import { maskRepeated } from "@/lib/domain/text/mask-repeated";
import type { Exchange, LostResponse, ReceivedResponse } from "./exchange";
import type { CallFailure } from "./failure";
import { readFieldErrors } from "./field-errors";
import { fieldLabel } from "./field-labels";
import {
  CALL_MESSAGES,
  ENDPOINT_NOT_FOUND,
  FRAUD_BLOCK,
  KEY_REJECTED,
  messageFor,
  NO_RESPONSE,
  RATE_LIMITED,
  REDIRECTED,
  SERVER_ERROR,
  TIMED_OUT,
  UNREACHABLE,
  UNREADABLE_RESPONSE,
} from "./messages";
import { POLICIES } from "./policies";

const MAX_MESSAGE_LENGTH = 1000;

type Success = (typeof ENDPOINTS)[EndpointName]["success"];

/** The data of a successful call; null if the contract defines no response body. */
export type DataOf<Name extends EndpointName> = (typeof ENDPOINTS)[Name]["success"] extends Success & {
  body: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : null;

export type ExchangeResult<T> = { ok: true; data: T; status: number } | { ok: false; failure: CallFailure };

/** Maps an exchange to the call's data or failure. What a refusal repeats of the request's personal data is masked. */
export function classifyExchange<Name extends EndpointName>(
  call: Name,
  exchange: Exchange,
  request?: unknown,
): ExchangeResult<DataOf<Name>> {
  if (exchange.type === "lost") return { ok: false, failure: lostResponse(call, exchange) };
  if (isSuccess(exchange.status)) return classifySuccess(call, exchange);
  return { ok: false, failure: classifyErrorStatus(call, exchange, request) };
}

function classifySuccess<Name extends EndpointName>(
  call: Name,
  response: ReceivedResponse,
): ExchangeResult<DataOf<Name>> {
  const { body: schema }: Endpoint["success"] = ENDPOINTS[call].success;
  const { body, status } = response;
  if (!body.isReadable) return { ok: false, failure: unreadableSuccess(call, status, body.problem) };
  // Any JSON or none is accepted; HTML would mean that something other than the issuer responded.
  if (schema === null) return { ok: true, data: null as DataOf<Name>, status };
  const parsed = schema.safeParse(body.json);
  if (parsed.success) return { ok: true, data: parsed.data as DataOf<Name>, status };
  return { ok: false, failure: unreadableSuccess(call, status, describeIssues(parsed.error, "answer")) };
}

function classifyErrorStatus(call: EndpointName, response: ReceivedResponse, request: unknown): CallFailure {
  const { status, retryAfterMs } = response;
  if (status >= 500) return serverError(call, status, retryAfterMs);
  if (status === 429) {
    const message = messageFor(call, RATE_LIMITED);
    return { kind: "rate-limited", retryAfterMs, status, message, cause: null, retry: "safe" };
  }
  if (status === 401 || status === 403) {
    return { kind: "unauthorized", status, message: KEY_REJECTED, cause: null, retry: "never" };
  }
  return status < 400 ? redirect(call, status) : clientError(call, response, request);
}

function clientError(call: EndpointName, { status, body }: ReceivedResponse, request: unknown): CallFailure {
  if (!body.isReadable) return contractViolation(status, UNREADABLE_RESPONSE, body.problem, "never");
  const parsed = ApiError.safeParse(body.json);
  if (!parsed.success) {
    return contractViolation(status, UNREADABLE_RESPONSE, describeIssues(parsed.error, "answer"), "never");
  }
  const { code } = parsed.data;
  const message = toSingleLine(parsed.data.message);
  const details = { status, cause: null, retry: "never" } as const;
  if (status === 404) {
    const { notFound } = CALL_MESSAGES[call];
    return notFound
      ? { ...details, kind: "not-found", message: notFound }
      : contractViolation(status, ENDPOINT_NOT_FOUND, null, "never");
  }
  if (status === 400 && code === FRAUD_BLOCK_CODE) {
    return { ...details, kind: "fraud-block", code, message: FRAUD_BLOCK };
  }
  const mask = (text: string) => maskRepeated(text, request);
  const fields = maskFields(readFieldErrors(message), mask);
  const issuerMessage = mask(message);
  return {
    ...details,
    kind: "refused",
    code,
    issuerMessage,
    fields,
    message: rejectionMessage(issuerMessage, fields),
  };
}

/** The names of fields stay, unless we don't know them. */
function maskFields(fields: FieldErrors | null, mask: (text: string) => string): FieldErrors | null {
  if (!fields) return null;
  const isKnown = (path: string) => fieldLabel(path) !== path;
  return Object.fromEntries(
    Object.entries(fields).map(([path, text]) => [isKnown(path) ? path : mask(path), mask(text)]),
  );
}

/** Makes the text safe for logs, pages and the database. */
function toSingleLine(text: string): string {
  return text
    .slice(0, MAX_MESSAGE_LENGTH)
    .toWellFormed()
    .replace(/[\p{Control}\s]+/gu, " ")
    .trim();
}

function rejectionMessage(issuerMessage: string, fields: Record<string, string> | null): string {
  const text = fields
    ? Object.entries(fields)
        .map(([path, problem]) => `${fieldLabel(path)}: ${problem}`)
        .join("; ")
    : issuerMessage;
  return `The issuer rejected the request: ${text || "no reason given"}`.replace(/[.\s]*$/, ".");
}

function redirect(call: EndpointName, status: number): CallFailure {
  // 303 means that the request was processed and its result is at another URL; other redirects mean that it was not.
  if (status === 303 && mustNotRepeat(call)) return unknown(call, REDIRECTED, { status, cause: "redirect" });
  return contractViolation(status, REDIRECTED, "redirect", "never");
}

function unreadableSuccess(call: EndpointName, status: number, cause: string): CallFailure {
  if (mustNotRepeat(call)) return unknown(call, UNREADABLE_RESPONSE, { status, cause });
  return contractViolation(status, withUncertainty(call, UNREADABLE_RESPONSE), cause, "safe");
}

function serverError(call: EndpointName, status: number, retryAfterMs: number | null): CallFailure {
  if (mustNotRepeat(call)) return unknown(call, SERVER_ERROR, { status, cause: null });
  return {
    kind: "unavailable",
    breakerOpen: false,
    retryAfterMs,
    status,
    message: withUncertainty(call, SERVER_ERROR),
    cause: null,
    retry: "safe",
  };
}

function lostResponse(call: EndpointName, { isTimeout, code, mayHaveArrived }: LostResponse): CallFailure {
  const cause = isTimeout ? "timeout" : (code ?? "network");
  const what = isTimeout ? TIMED_OUT : NO_RESPONSE;
  if (mayHaveArrived && mustNotRepeat(call)) {
    return unknown(call, what, { status: null, cause });
  }
  return {
    kind: "unavailable",
    breakerOpen: false,
    retryAfterMs: null,
    status: null,
    message: mayHaveArrived ? withUncertainty(call, what) : UNREACHABLE,
    cause,
    retry: "safe",
  };
}

function unknown(
  call: EndpointName,
  what: string,
  facts: { status: number | null; cause: string | null },
): CallFailure {
  return { kind: "unknown-outcome", message: withUncertainty(call, what), retry: "unsafe", ...facts };
}

function contractViolation(
  status: number,
  message: string,
  cause: string | null,
  retry: CallFailure["retry"],
): CallFailure {
  return { kind: "broken-contract", status, message, cause, retry };
}

function withUncertainty(call: EndpointName, what: string): string {
  const { uncertainty } = CALL_MESSAGES[call];
  return uncertainty ? `${what} ${uncertainty}` : what;
}

function mustNotRepeat(call: EndpointName): boolean {
  return POLICIES[call].onLostResponse === "unknown-outcome";
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
