import type { z } from "zod";
import { ENDPOINTS, type Endpoint, type EndpointName } from "@/lib/contract/endpoints";
import { ApiError, describeIssues, FRAUD_BLOCK_CODE } from "@/lib/contract/error";
import type { Answer, Exchange, Lost } from "./exchange";
import type { Trouble } from "./failure";
import { readFieldErrors } from "./field-errors";
import { fieldLabel } from "./field-labels";
import { POLICIES } from "./policies";
import {
  CANNOT_BE_REACHED,
  CANNOT_BE_UNDERSTOOD,
  FRAUD_BLOCK,
  GAVE_NO_ANSWER,
  HAS_A_PROBLEM,
  IS_NOT_THERE,
  REDIRECTS,
  REFUSES_OUR_KEY,
  TOOK_TOO_LONG,
  unsentMessage,
  WANTS_A_PAUSE,
  WORDS,
} from "./words";

const LONGEST_MESSAGE = 1000;

type Success = (typeof ENDPOINTS)[EndpointName]["success"];

/** What a call gives when it succeeds; null where the issuer's answer has no shape of its own. */
export type DataOf<Name extends EndpointName> = (typeof ENDPOINTS)[Name]["success"] extends Success & {
  body: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : null;

export type Verdict<T> = { ok: true; data: T; status: number } | { ok: false; trouble: Trouble };

/** What an exchange means for the call that made it. */
export function judgeExchange<Name extends EndpointName>(
  call: Name,
  exchange: Exchange,
): Verdict<DataOf<Name>> {
  if (exchange.type === "lost") return { ok: false, trouble: lostAnswer(call, exchange) };
  if (isSuccess(exchange.status)) return judgeSuccess(call, exchange);
  return { ok: false, trouble: judgeRefusal(call, exchange) };
}

function judgeSuccess<Name extends EndpointName>(call: Name, answer: Answer): Verdict<DataOf<Name>> {
  const { body: schema }: Endpoint["success"] = ENDPOINTS[call].success;
  const { body, status } = answer;
  if (!body.isReadable) return { ok: false, trouble: unreadableSuccess(call, status, body.problem) };
  // Any JSON or none will do; a page of HTML would mean that something else than the issuer answered.
  if (schema === null) return { ok: true, data: null as DataOf<Name>, status };
  const parsed = schema.safeParse(body.json);
  if (parsed.success) return { ok: true, data: parsed.data as DataOf<Name>, status };
  return { ok: false, trouble: unreadableSuccess(call, status, describeIssues(parsed.error, "answer")) };
}

function judgeRefusal(call: EndpointName, answer: Answer): Trouble {
  const { status, retryAfterMs } = answer;
  if (status >= 500) return serverError(call, status, retryAfterMs);
  if (status === 429) {
    const message = unsentMessage(call, WANTS_A_PAUSE);
    return { kind: "rate-limited", retryAfterMs, status, message, cause: null, retry: "safe" };
  }
  if (status === 401 || status === 403) {
    return { kind: "unauthorized", status, message: REFUSES_OUR_KEY, cause: null, retry: "never" };
  }
  return status < 400 ? redirect(call, status) : clientError(call, answer);
}

function clientError(call: EndpointName, { status, body }: Answer): Trouble {
  if (!body.isReadable) return broken(status, CANNOT_BE_UNDERSTOOD, body.problem, "never");
  const parsed = ApiError.safeParse(body.json);
  if (!parsed.success) {
    return broken(status, CANNOT_BE_UNDERSTOOD, describeIssues(parsed.error, "answer"), "never");
  }
  const { code } = parsed.data;
  const issuerMessage = presentable(parsed.data.message);
  const told = { status, cause: null, retry: "never" } as const;
  if (status === 404) {
    const { missing } = WORDS[call];
    return missing
      ? { ...told, kind: "not-found", message: missing }
      : broken(status, IS_NOT_THERE, null, "never");
  }
  if (status === 400 && code === FRAUD_BLOCK_CODE) {
    return { ...told, kind: "fraud-block", code, message: FRAUD_BLOCK };
  }
  const fields = readFieldErrors(issuerMessage);
  return { ...told, kind: "refused", code, issuerMessage, fields, message: refusal(issuerMessage, fields) };
}

/** One line that any log, page and database can take. */
function presentable(text: string): string {
  return text
    .slice(0, LONGEST_MESSAGE)
    .toWellFormed()
    .replace(/[\p{Control}\s]+/gu, " ")
    .trim();
}

function refusal(issuerMessage: string, fields: Record<string, string> | null): string {
  const text = fields
    ? Object.entries(fields)
        .map(([path, problem]) => `${fieldLabel(path)}: ${problem}`)
        .join("; ")
    : issuerMessage;
  return `The issuer rejected the request: ${text || "no reason given"}`.replace(/[.\s]*$/, ".");
}

function redirect(call: EndpointName, status: number): Trouble {
  // 303 says that the request was carried out and its result lies elsewhere; any other redirect, that it was not.
  if (status === 303 && isUnknownWhenLost(call))
    return unknown(call, REDIRECTS, { status, cause: "redirect" });
  return broken(status, REDIRECTS, "redirect", "never");
}

function unreadableSuccess(call: EndpointName, status: number, cause: string): Trouble {
  if (isUnknownWhenLost(call)) return unknown(call, CANNOT_BE_UNDERSTOOD, { status, cause });
  return broken(status, withDoubt(call, CANNOT_BE_UNDERSTOOD), cause, "safe");
}

function serverError(call: EndpointName, status: number, retryAfterMs: number | null): Trouble {
  if (isUnknownWhenLost(call)) return unknown(call, HAS_A_PROBLEM, { status, cause: null });
  return {
    kind: "unavailable",
    breakerOpen: false,
    retryAfterMs,
    status,
    message: withDoubt(call, HAS_A_PROBLEM),
    cause: null,
    retry: "safe",
  };
}

function lostAnswer(call: EndpointName, { isTimeout, code, mayHaveArrived }: Lost): Trouble {
  const cause = isTimeout ? "timeout" : (code ?? "network");
  const what = isTimeout ? TOOK_TOO_LONG : GAVE_NO_ANSWER;
  if (mayHaveArrived && isUnknownWhenLost(call)) {
    return unknown(call, what, { status: null, cause });
  }
  return {
    kind: "unavailable",
    breakerOpen: false,
    retryAfterMs: null,
    status: null,
    message: mayHaveArrived ? withDoubt(call, what) : CANNOT_BE_REACHED,
    cause,
    retry: "safe",
  };
}

function unknown(
  call: EndpointName,
  what: string,
  facts: { status: number | null; cause: string | null },
): Trouble {
  return { kind: "unknown-outcome", message: withDoubt(call, what), retry: "unsafe", ...facts };
}

function broken(status: number, message: string, cause: string | null, retry: Trouble["retry"]): Trouble {
  return { kind: "broken-contract", status, message, cause, retry };
}

function withDoubt(call: EndpointName, what: string): string {
  const { doubt } = WORDS[call];
  return doubt ? `${what} ${doubt}` : what;
}

function isUnknownWhenLost(call: EndpointName): boolean {
  return POLICIES[call].whenLost === "unknown-outcome";
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
