import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { CardDetail } from "@/lib/contract/card";
import type { CreateCardRequest } from "@/lib/contract/create-card";
import type { EndpointName } from "@/lib/contract/endpoints";
import type { ListQuery } from "@/lib/contract/list";
import type { ReissueCardRequest } from "@/lib/contract/reissue-card";
import type { ReportType } from "@/lib/domain/reports/report-calendar";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { recordCall } from "@/lib/metrics/record-call";
import { withChildSpan } from "@/lib/tracing/span";
import { Breaker } from "./breaker";
import { type Call, createCall, type IssuerAnswer, type SendGuard } from "./call-issuer";
import { type CallLog, createCallLog } from "./call-log";
import type { DataOf } from "./classify-exchange";
import { Connection, type ConnectionState } from "./connection";
import { createExchange, type Fetch } from "./exchange";
import type { IssuerResult } from "./failure";
import { CALL_MESSAGES } from "./messages";
import { RateLimitGate } from "./rate-limit-gate";
import { type GateStore, SharedGate } from "./shared-gate";

export type IssuerOptions = {
  /** Without a trailing slash. */
  url: string;
  key: string;
  /** Covers the whole call, including waiting, retries and reading the response. */
  timeoutMs: number;
  log?: CallLog;
  fetch?: Fetch;
  /** Shares rate limits and outages between dashboard instances; without it each instance knows only its own. */
  gate?: GateStore;
  /** Sees every answer. It must not throw. */
  onAnswer?(answer: IssuerAnswer): void;
  /** Milliseconds since the Unix epoch. */
  now?(): number;
  random?(): number;
  sleep?(durationMs: number): Promise<void>;
};

type CallResult<Name extends EndpointName> = Promise<IssuerResult<DataOf<Name>>>;

/** The ten calls of the card API. Failures of the issuer or the network are returned, never thrown. */
export type Issuer = {
  createCard(request: CreateCardRequest, maySend?: SendGuard): CallResult<"createCard">;
  listCards(query?: Partial<ListQuery>): CallResult<"listCards">;
  listTransactions(query?: Partial<ListQuery>): CallResult<"listTransactions">;
  retrieveCard(cardId: string): CallResult<"retrieveCard">;
  freezeCard(cardId: string, freeze: boolean, maySend?: SendGuard): CallResult<"freezeCard">;
  blockCard(cardId: string, reason: string, maySend?: SendGuard): CallResult<"blockCard">;
  reissueCard(cardId: string, request: ReissueCardRequest, maySend?: SendGuard): CallResult<"reissueCard">;
  listCardDesigns(): CallResult<"listCardDesigns">;
  getCardDesign(cardDesignId: string): CallResult<"getCardDesign">;
  requestFile(type: ReportType, date: IsoDate): CallResult<"requestFile">;
  state(): ConnectionState;
};

/** Creates the card API client. All its calls share one circuit breaker and one rate limit. */
export function createIssuer(options: IssuerOptions): Issuer {
  const { url, key, timeoutMs, log, now = monotonicNow, random = Math.random, sleep = pause } = options;
  const rateLimit = new RateLimitGate(now);
  const breaker = new Breaker(now, (openMs) => shared.publish(openMs));
  const shared = new SharedGate({ breaker, rateLimit, now, store: options.gate ?? null });
  const connection = new Connection();
  const logCall = log && createCallLog(log, url, now);
  const call = traced(
    createCall({
      timeoutMs,
      // The global fetch is looked up for each call, because a framework may replace it after this module has loaded.
      exchange: createExchange({ url, key, now, fetch: options.fetch ?? ((...args) => fetch(...args)) }),
      breaker,
      rateLimit,
      shared,
      now,
      random,
      sleep,
      onResponse: (answer, durationMs) => {
        connection.recordResponse(durationMs, answer.response.clockSkewMs);
        options.onAnswer?.(answer);
      },
      onResult: (name, result) => {
        connection.recordResult(result, now());
        logCall?.(name, result);
        recordCall(name, result);
      },
    }),
  );

  return {
    createCard: (body, maySend) => call("createCard", { body, maySend }),
    listCards: (query = {}) => call("listCards", { query }),
    listTransactions: (query = {}) => call("listTransactions", { query }),
    retrieveCard: async (cardId) => requireExactId(cardId, await call("retrieveCard", { path: { cardId } })),
    freezeCard: (cardId, freeze, maySend) =>
      call("freezeCard", { path: { cardId }, body: { freeze }, maySend }),
    blockCard: (cardId, reason, maySend) =>
      call("blockCard", { path: { cardId }, body: { reason }, maySend }),
    reissueCard: (cardId, body, maySend) => call("reissueCard", { path: { cardId }, body, maySend }),
    listCardDesigns: () => call("listCardDesigns", {}),
    getCardDesign: (cardDesignID) => call("getCardDesign", { path: { cardDesignID } }),
    requestFile: (fileType, date) => call("requestFile", { path: { fileType }, query: { date } }),
    state: () => connection.state(breaker.state),
  };
}

/** The endpoint's name stands for its URL, which has IDs in it. */
function traced(call: Call): Call {
  return (name, parameters) =>
    withChildSpan(
      { name: `issuer ${name}`, attributes: { "cardwell.endpoint": name }, isCall: true },
      async (span) => {
        const result = await call(name, parameters);
        const { status, attempts, requestId } = result.ok ? result.response : result.failure;
        span?.set({
          "cardwell.outcome": result.ok ? "ok" : result.failure.kind,
          "cardwell.attempts": attempts,
          "cardwell.request_id": requestId,
          ...(status !== null && { "http.response.status_code": status }),
        });
        if (!result.ok) span?.fail();
        return result;
      },
    );
}

/**
 * An issuer may match IDs case-insensitively. Locks, the audit log and the index compare IDs as text, so a card is
 * accepted only under the exact ID that the issuer returns.
 */
function requireExactId(cardId: string, read: IssuerResult<CardDetail>): IssuerResult<CardDetail> {
  if (!read.ok || read.data.id === cardId) return read;
  const failure = { kind: "not-found", cause: "another id", retry: "never" } as const;
  const details = {
    message: CALL_MESSAGES.retrieveCard.notFound,
    call: "retrieveCard",
    mayHaveArrived: true,
  } as const;
  return { ok: false, failure: { ...failure, ...details, ...read.response } };
}

/** Monotonic, so that a clock correction can't keep the circuit breaker open for an hour. */
function monotonicNow(): number {
  return performance.timeOrigin + performance.now();
}
