import "server-only";
import { randomUUID } from "node:crypto";
import { ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import type { Breaker } from "./breaker";
import { classifyExchange, type DataOf, type ExchangeResult } from "./classify-exchange";
import type { Exchange, ExchangeRequest, ReceivedResponse } from "./exchange";
import type { CallFailure, IssuerResult } from "./failure";
import {
  ALREADY_RESOLVED,
  CALL_MESSAGES,
  CIRCUIT_OPEN,
  DEADLINE_EXCEEDED,
  messageFor,
  RATE_LIMITED,
} from "./messages";
import { isHealthy, POLICIES, retryDelayMs } from "./policies";
import type { RateLimitGate } from "./rate-limit-gate";
import { type PathParameters, type QueryParameters, requestPath } from "./request-path";
import type { SharedGate } from "./shared-gate";

/** A request is not sent with less than this share of the timeout left, because it would almost certainly time out. */
const MIN_REMAINING_SHARE = 0.1;
/** Spreads out calls that wait for the end of the same rate limit. */
const JITTER_MS = 250;

/** Checked immediately before each request is sent; false means that it must no longer be sent. */
export type SendGuard = () => Promise<boolean>;

export type CallParameters = {
  path?: PathParameters;
  query?: QueryParameters;
  body?: unknown;
  maySend?: SendGuard | undefined;
};

export type Call = <Name extends EndpointName>(
  name: Name,
  parameters: CallParameters,
) => Promise<IssuerResult<DataOf<Name>>>;

/** What came back for one request; `path` has its parameters. */
export type IssuerAnswer = { call: EndpointName; path: string; response: ReceivedResponse };

export type Dependencies = {
  timeoutMs: number;
  exchange(request: ExchangeRequest): Promise<Exchange>;
  breaker: Breaker;
  rateLimit: RateLimitGate;
  shared: SharedGate;
  now(): number;
  random(): number;
  sleep(durationMs: number): Promise<void>;
  onResponse(answer: IssuerAnswer, durationMs: number): void;
  onResult(call: EndpointName, result: IssuerResult<unknown>): void;
};

type PendingCall = {
  name: EndpointName;
  request: Omit<ExchangeRequest, "timeoutMs">;
  maySend: SendGuard | undefined;
  deadline: number;
  attempts: number;
  mayHaveArrived: boolean;
};

/** Calls the issuer with the timeout, retry policy, rate limit and circuit breaker applied. */
export function createCall(dependencies: Dependencies): Call {
  const { timeoutMs, breaker, rateLimit, shared, now, random, sleep } = dependencies;

  async function call<Name extends EndpointName>(
    name: Name,
    parameters: CallParameters,
    deadline = now() + timeoutMs,
  ): Promise<IssuerResult<DataOf<Name>>> {
    const startedAt = now();
    const requestId = randomUUID();
    const { method, path: template } = ENDPOINTS[name];
    const path = requestPath(template, parameters.path, parameters.query);
    const request = { method, path: path ?? "", body: parameters.body, requestId };
    const pending: PendingCall = {
      name,
      request,
      maySend: parameters.maySend,
      deadline,
      attempts: 0,
      mayHaveArrived: false,
    };
    const outcome = path === null ? failed(invalidPath(name)) : await sendWithRetries<Name>(pending);
    const facts = { durationMs: Math.round(now() - startedAt), requestId, attempts: pending.attempts };
    const result: IssuerResult<DataOf<Name>> = outcome.ok
      ? { ok: true, data: outcome.data, response: { status: outcome.status, ...facts } }
      : {
          ok: false,
          failure: { ...outcome.failure, call: name, ...facts, mayHaveArrived: pending.mayHaveArrived },
        };
    dependencies.onResult(name, result);
    return result;
  }

  async function sendWithRetries<Name extends EndpointName>(
    pending: PendingCall,
  ): Promise<ExchangeResult<DataOf<Name>>> {
    for (let lastOutcome: ExchangeResult<DataOf<Name>> | null = null; ; ) {
      await shared.sync();
      const remainingWaitMs = await waitForRateLimit(pending);
      if (remainingWaitMs > 0) return lastOutcome ?? failed(rateLimited(pending.name, remainingWaitMs));
      await probeWithRead(pending);
      if (!(await isSendAllowed(pending))) return lastOutcome ?? failed(alreadyResolved());
      if (!hasTime(pending)) return lastOutcome ?? failed(deadlineExceeded(pending.name));
      const isOutcomeUncertain = pending.mayHaveArrived && pending.request.method !== "GET";
      const exchange = await send(pending);
      if (exchange === null) return lastOutcome ?? failed(circuitOpen(pending.name, breaker.retryAfterMs));
      const outcome: ExchangeResult<DataOf<Name>> = classifyExchange(
        pending.name as Name,
        exchange,
        pending.request.body,
      );
      // A 401 or 429 on a retry doesn't tell whether the earlier request took effect.
      if (lastOutcome === null || !isOutcomeUncertain || !isRejectedUnprocessed(outcome))
        lastOutcome = outcome;
      if (lastOutcome.ok) return lastOutcome;
      const pauseMs = retryDelayMs(pending.name, exchange, pending.attempts, random);
      if (pauseMs === null || breaker.state !== "closed" || !hasTime(pending, pauseMs)) return lastOutcome;
      await sleep(pauseMs);
    }
  }

  /** Waits for the rate limit to end; returns the remaining wait immediately if that is beyond the deadline. */
  async function waitForRateLimit(pending: PendingCall): Promise<number> {
    for (let waitMs = rateLimit.waitMs(); waitMs > 0; waitMs = rateLimit.waitMs()) {
      const pauseMs = Math.ceil(waitMs + random() * Math.min(JITTER_MS, waitMs));
      if (!hasTime(pending, pauseMs)) return waitMs;
      await sleep(pauseMs);
    }
    return 0;
  }

  /** The request that probes a failed issuer must be safe to repeat, so a read is sent ahead of a create or reissue. */
  async function probeWithRead({ name, deadline }: PendingCall): Promise<void> {
    if (mustNotRepeat(name) && breaker.isProbeDue) await call("listCardDesigns", {}, deadline);
  }

  /** If the guard fails before a retry, the first attempt's result is kept instead of an exception. */
  async function isSendAllowed({ maySend, attempts }: PendingCall): Promise<boolean> {
    if (!maySend) return true;
    return attempts === 0 ? maySend() : maySend().catch(() => false);
  }

  /** Returns null if the circuit breaker rejects the request. */
  async function send(pending: PendingCall): Promise<Exchange | null> {
    if (breaker.isProbeDue) {
      if (mustNotRepeat(pending.name) || !(await shared.claimProbe(timeoutMs))) return null;
    }
    const permit = breaker.admit();
    if (permit === null) return null;
    pending.attempts += 1;
    const sentAt = now();
    let isIssuerHealthy = false;
    try {
      const exchange = await dependencies.exchange({
        ...pending.request,
        timeoutMs: pending.deadline - sentAt,
      });
      pending.mayHaveArrived ||= exchange.type === "response" || exchange.mayHaveArrived;
      isIssuerHealthy = isHealthy(exchange);
      if (exchange.type === "response") {
        const answer = { call: pending.name, path: pending.request.path, response: exchange };
        dependencies.onResponse(answer, now() - sentAt);
        if (exchange.status === 429) await shared.pauseCalls(exchange.retryAfterMs ?? 0);
      }
      return exchange;
    } finally {
      permit.settle(isIssuerHealthy);
      await shared.flush();
    }
  }

  function hasTime({ deadline }: PendingCall, waitMs = 0): boolean {
    return deadline - now() - waitMs >= timeoutMs * MIN_REMAINING_SHARE;
  }

  return (name, parameters) => call(name, parameters);
}

function isRejectedUnprocessed(outcome: ExchangeResult<unknown>): boolean {
  return !outcome.ok && (outcome.failure.kind === "rate-limited" || outcome.failure.kind === "unauthorized");
}

function mustNotRepeat(name: EndpointName): boolean {
  return POLICIES[name].onLostResponse === "unknown-outcome";
}

function failed(failure: CallFailure): { ok: false; failure: CallFailure } {
  return { ok: false, failure };
}

const UNSENT = { status: null, cause: null, retry: "safe" } as const;

function rateLimited(name: EndpointName, waitMs: number): CallFailure {
  const message = messageFor(name, RATE_LIMITED);
  return { ...UNSENT, kind: "rate-limited", retryAfterMs: Math.ceil(waitMs), message };
}

function circuitOpen(name: EndpointName, openMs: number): CallFailure {
  const retryAfterMs = openMs > 0 ? Math.ceil(openMs) : null;
  const message = messageFor(name, CIRCUIT_OPEN);
  return { ...UNSENT, kind: "unavailable", breakerOpen: true, retryAfterMs, message };
}

function deadlineExceeded(name: EndpointName): CallFailure {
  const message = messageFor(name, DEADLINE_EXCEEDED);
  return { ...UNSENT, kind: "unavailable", breakerOpen: false, retryAfterMs: null, message };
}

function alreadyResolved(): CallFailure {
  const details = { breakerOpen: false, retryAfterMs: null, message: ALREADY_RESOLVED } as const;
  return { ...UNSENT, ...details, kind: "unavailable", retry: "never" };
}

function invalidPath(name: EndpointName): CallFailure {
  const message = CALL_MESSAGES[name].notFound ?? "The issuer has no record with this ID.";
  return { ...UNSENT, kind: "not-found", message, retry: "never" };
}
