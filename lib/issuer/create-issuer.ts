import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { CardDetail } from "@/lib/contract/card";
import type { CreateCardRequest } from "@/lib/contract/create-card";
import type { EndpointName } from "@/lib/contract/endpoints";
import type { ListQuery } from "@/lib/contract/list";
import type { ReissueCardRequest } from "@/lib/contract/reissue-card";
import type { IsoDate } from "@/lib/domain/calendar";
import type { ReportType } from "@/lib/domain/report-calendar";
import { Breaker } from "./breaker";
import { createCall, type SendGuard } from "./call-issuer";
import { type CallLog, createCallLog } from "./call-log";
import { Connection, type ConnectionState } from "./connection";
import { createExchange, type Fetch } from "./exchange";
import type { IssuerResult } from "./failure";
import type { DataOf } from "./judge-exchange";
import { NotBefore } from "./not-before";
import { type GateStore, SharedGate } from "./shared-gate";
import { WORDS } from "./words";

export type IssuerOptions = {
  /** Without a slash at its end. */
  url: string;
  key: string;
  /** For a whole call: waiting, retries and reading the answer included. */
  timeoutMs: number;
  log?: CallLog;
  fetch?: Fetch;
  /** Where dashboards tell each other of pauses and outages; without it each knows only its own. */
  gate?: GateStore;
  /** Milliseconds since 1970. */
  now?(): number;
  random?(): number;
  sleep?(durationMs: number): Promise<void>;
};

type Answered<Name extends EndpointName> = Promise<IssuerResult<DataOf<Name>>>;

/** The ten calls of the card API. None of them throws for what an issuer or a network can do. */
export type Issuer = {
  createCard(request: CreateCardRequest, maySend?: SendGuard): Answered<"createCard">;
  listCards(query?: Partial<ListQuery>): Answered<"listCards">;
  listTransactions(query?: Partial<ListQuery>): Answered<"listTransactions">;
  retrieveCard(cardId: string): Answered<"retrieveCard">;
  freezeCard(cardId: string, freeze: boolean, maySend?: SendGuard): Answered<"freezeCard">;
  blockCard(cardId: string, reason: string, maySend?: SendGuard): Answered<"blockCard">;
  reissueCard(cardId: string, request: ReissueCardRequest, maySend?: SendGuard): Answered<"reissueCard">;
  listCardDesigns(): Answered<"listCardDesigns">;
  getCardDesign(cardDesignId: string): Answered<"getCardDesign">;
  requestFile(type: ReportType, date: IsoDate): Answered<"requestFile">;
  state(): ConnectionState;
};

/** A client of the card API. It alone knows the key; the breaker and the issuer's pauses hold for all its calls. */
export function createIssuer(options: IssuerOptions): Issuer {
  const { url, key, timeoutMs, log, now = steadyNow, random = Math.random, sleep = pause } = options;
  const notBefore = new NotBefore(now);
  const breaker = new Breaker(now, (openMs) => shared.tell(openMs));
  const shared = new SharedGate({ breaker, notBefore, now, store: options.gate ?? null });
  const connection = new Connection();
  const logCall = log && createCallLog(log, url, now);
  const call = createCall({
    timeoutMs,
    // Looked up at each call: a framework may wrap the global one after this module was loaded.
    exchange: createExchange({ url, key, now, fetch: options.fetch ?? ((...args) => fetch(...args)) }),
    breaker,
    notBefore,
    shared,
    now,
    random,
    sleep,
    onAnswer: (durationMs, clockSkewMs) => connection.noteAnswer(durationMs, clockSkewMs),
    onResult: (name, result) => {
      connection.noteResult(result, now());
      logCall?.(name, result);
    },
  });

  return {
    createCard: (body, maySend) => call("createCard", { body, maySend }),
    listCards: (query = {}) => call("listCards", { query }),
    listTransactions: (query = {}) => call("listTransactions", { query }),
    retrieveCard: async (cardId) => onlyById(cardId, await call("retrieveCard", { path: { cardId } })),
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

/**
 * An issuer that reads ids in any letter case finds a card by spellings that are not its id. Locks, the audit log and
 * the index compare ids as text, so a card is reached only by the id that the issuer gives it.
 */
function onlyById(cardId: string, read: IssuerResult<CardDetail>): IssuerResult<CardDetail> {
  if (!read.ok || read.data.id === cardId) return read;
  const trouble = { kind: "not-found", cause: "another id", retry: "never" } as const;
  const told = { message: WORDS.retrieveCard.missing, call: "retrieveCard", mayHaveArrived: true } as const;
  return { ok: false, failure: { ...trouble, ...told, ...read.answer } };
}

/** The time of day that never steps back: a corrected clock must not keep the breaker open for an hour. */
function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}
