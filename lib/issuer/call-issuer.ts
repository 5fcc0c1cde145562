import "server-only";
import { randomUUID } from "node:crypto";
import { ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import type { Breaker } from "./breaker";
import type { Exchange, ExchangeRequest } from "./exchange";
import type { IssuerResult, Trouble } from "./failure";
import { type DataOf, judgeExchange, type Verdict } from "./judge-exchange";
import type { NotBefore } from "./not-before";
import { isHealthy, POLICIES, pauseBeforeRetryMs } from "./policies";
import { type PathParameters, type QueryParameters, requestPath } from "./request-path";
import type { SharedGate } from "./shared-gate";
import { DOES_NOT_ANSWER, NO_TIME_LEFT, SETTLED_BEFORE, unsentMessage, WANTS_A_PAUSE, WORDS } from "./words";

/** Less than this part of the deadline is too little to send anything: it would only end as a timeout. */
const LEAST_SHARE = 0.1;
/** Calls that waited for the same moment spread over this much time after it. */
const SPREAD_MS = 250;

/** Asked as the last thing before each request is sent. False: it must not be sent any more. */
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

export type Surroundings = {
  timeoutMs: number;
  exchange(request: ExchangeRequest): Promise<Exchange>;
  breaker: Breaker;
  notBefore: NotBefore;
  shared: SharedGate;
  now(): number;
  random(): number;
  sleep(durationMs: number): Promise<void>;
  onAnswer(durationMs: number, clockSkewMs: number | null): void;
  onResult(call: EndpointName, result: IssuerResult<unknown>): void;
};

type Errand = {
  name: EndpointName;
  request: Omit<ExchangeRequest, "timeoutMs">;
  maySend: SendGuard | undefined;
  deadline: number;
  attempts: number;
  mayHaveArrived: boolean;
};

/** Makes calls to the issuer by the rules of each: how often, how long, and when not at all. */
export function createCall(surroundings: Surroundings): Call {
  const { timeoutMs, breaker, notBefore, shared, now, random, sleep } = surroundings;

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
    const errand: Errand = {
      name,
      request,
      maySend: parameters.maySend,
      deadline,
      attempts: 0,
      mayHaveArrived: false,
    };
    const verdict = path === null ? stopped(unnameable(name)) : await pursue<Name>(errand);
    const facts = { durationMs: Math.round(now() - startedAt), requestId, attempts: errand.attempts };
    const result: IssuerResult<DataOf<Name>> = verdict.ok
      ? { ok: true, data: verdict.data, answer: { status: verdict.status, ...facts } }
      : {
          ok: false,
          failure: { ...verdict.trouble, call: name, ...facts, mayHaveArrived: errand.mayHaveArrived },
        };
    surroundings.onResult(name, result);
    return result;
  }

  async function pursue<Name extends EndpointName>(errand: Errand): Promise<Verdict<DataOf<Name>>> {
    for (let last: Verdict<DataOf<Name>> | null = null; ; ) {
      await shared.sync();
      const heldMs = await awaitLeave(errand);
      if (heldMs > 0) return last ?? stopped(held(errand.name, heldMs));
      await probeFor(errand);
      if (!(await isAllowed(errand))) return last ?? stopped(settled());
      if (!hasTime(errand)) return last ?? stopped(late(errand.name));
      const isInDoubt = errand.mayHaveArrived && errand.request.method !== "GET";
      const exchange = await send(errand);
      if (exchange === null) return last ?? stopped(dark(errand.name, breaker.retryAfterMs));
      const verdict: Verdict<DataOf<Name>> = judgeExchange(errand.name as Name, exchange);
      // Being turned away says nothing of an earlier request that may have been carried out.
      if (last === null || !isInDoubt || !isTurnedAway(verdict)) last = verdict;
      if (last.ok) return last;
      const pauseMs = pauseBeforeRetryMs(errand.name, exchange, errand.attempts, random);
      if (pauseMs === null || breaker.state !== "closed" || !hasTime(errand, pauseMs)) return last;
      await sleep(pauseMs);
    }
  }

  /** Waits until the issuer takes calls again; at once, with what is left of it, when that is beyond the deadline. */
  async function awaitLeave(errand: Errand): Promise<number> {
    for (let waitMs = notBefore.waitMs(); waitMs > 0; waitMs = notBefore.waitMs()) {
      const pauseMs = Math.ceil(waitMs + random() * Math.min(SPREAD_MS, waitMs));
      if (!hasTime(errand, pauseMs)) return waitMs;
      await sleep(pauseMs);
    }
    return 0;
  }

  /** What must not happen twice is never the request that tries out whether a dark issuer is back: a read is. */
  async function probeFor({ name, deadline }: Errand): Promise<void> {
    if (isUnrepeatable(name) && breaker.isDue) await call("listCardDesigns", {}, deadline);
  }

  /** Without an answer to the question a first request is not made, and what came of an earlier one stands. */
  async function isAllowed({ maySend, attempts }: Errand): Promise<boolean> {
    if (!maySend) return true;
    return attempts === 0 ? maySend() : maySend().catch(() => false);
  }

  /** Null: the breaker lets nothing through. */
  async function send(errand: Errand): Promise<Exchange | null> {
    if (breaker.isDue) {
      if (isUnrepeatable(errand.name) || !(await shared.claimProbe(timeoutMs))) return null;
    }
    const permit = breaker.admit();
    if (permit === null) return null;
    errand.attempts += 1;
    const sentAt = now();
    let isWell = false;
    try {
      const exchange = await surroundings.exchange({
        ...errand.request,
        timeoutMs: errand.deadline - sentAt,
      });
      errand.mayHaveArrived ||= exchange.type === "answer" || exchange.mayHaveArrived;
      isWell = isHealthy(exchange);
      if (exchange.type === "answer") {
        surroundings.onAnswer(now() - sentAt, exchange.clockSkewMs);
        if (exchange.status === 429) await shared.hold(exchange.retryAfterMs ?? 0);
      }
      return exchange;
    } finally {
      permit.settle(isWell);
      await shared.told();
    }
  }

  function hasTime({ deadline }: Errand, waitMs = 0): boolean {
    return deadline - now() - waitMs >= timeoutMs * LEAST_SHARE;
  }

  return (name, parameters) => call(name, parameters);
}

function isTurnedAway(verdict: Verdict<unknown>): boolean {
  return !verdict.ok && (verdict.trouble.kind === "rate-limited" || verdict.trouble.kind === "unauthorized");
}

function isUnrepeatable(name: EndpointName): boolean {
  return POLICIES[name].whenLost === "unknown-outcome";
}

function stopped(trouble: Trouble): { ok: false; trouble: Trouble } {
  return { ok: false, trouble };
}

const UNSENT = { status: null, cause: null, retry: "safe" } as const;

function held(name: EndpointName, waitMs: number): Trouble {
  const message = unsentMessage(name, WANTS_A_PAUSE);
  return { ...UNSENT, kind: "rate-limited", retryAfterMs: Math.ceil(waitMs), message };
}

function dark(name: EndpointName, openMs: number): Trouble {
  const retryAfterMs = openMs > 0 ? Math.ceil(openMs) : null;
  const message = unsentMessage(name, DOES_NOT_ANSWER);
  return { ...UNSENT, kind: "unavailable", breakerOpen: true, retryAfterMs, message };
}

function late(name: EndpointName): Trouble {
  const message = unsentMessage(name, NO_TIME_LEFT);
  return { ...UNSENT, kind: "unavailable", breakerOpen: false, retryAfterMs: null, message };
}

function settled(): Trouble {
  const told = { breakerOpen: false, retryAfterMs: null, message: SETTLED_BEFORE } as const;
  return { ...UNSENT, ...told, kind: "unavailable", retry: "never" };
}

function unnameable(name: EndpointName): Trouble {
  const message = WORDS[name].missing ?? "The issuer has no such record.";
  return { ...UNSENT, kind: "not-found", message, retry: "never" };
}
