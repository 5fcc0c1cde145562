import "server-only";
import { randomUUID } from "node:crypto";
import { compareAnswer } from "@/lib/contract/drift/compare-answer";
import { createdTimes, rowsOf } from "@/lib/contract/drift/compare-list-page";
import { comparePages } from "@/lib/contract/drift/compare-pages";
import { Differences, type DriftEndpoint, type NewDifference } from "@/lib/contract/drift/difference";
import { type Finding, FindingTally } from "@/lib/contract/drift/finding";
import { ENDPOINTS } from "@/lib/contract/endpoints";
import { addDays, toIsoDate } from "@/lib/domain/time/calendar";
import type { ReceivedResponse } from "@/lib/issuer/exchange";
import { type PathParameters, type QueryParameters, requestPath } from "@/lib/issuer/request-path";
import { type CallerOptions, PoliteCaller } from "./polite-caller";

export type AskOptions = CallerOptions & {
  /** Requests a report, which has an effect: the issuer prepares it and sends a webhook. */
  requestsReport: boolean;
  /** The sandbox's clock may be moved. */
  checksClock: boolean;
};

export type DriftReport = {
  issuer: string;
  askedAt: string;
  calls: number;
  findings: Finding[];
  /** Why not everything was asked. */
  stopReason: string | null;
  /** A question got no answer. */
  hasFailed: boolean;
};

type ListEndpoint = "listCards" | "listTransactions";
type Parameters = { path?: PathParameters; query?: QueryParameters; withWrongKey?: boolean };

const MAX_DESIGNS = 2;
const MAX_CARDS = 8;
const MAX_PAGES = 6;
const FAR_PAGE = 1_000_000;
const MAX_SKEW_MS = 10_000;
const UNKNOWN_PATH = "/no-such-path/";

/** Asks the issuer a fixed list of questions and compares every answer with the contract. */
export async function askIssuer(options: AskOptions): Promise<DriftReport> {
  const caller = new PoliteCaller(options);
  const tally = new FindingTally();
  const askedAt = new Date();

  function add(endpoint: DriftEndpoint, difference: NewDifference): void {
    const found = new Differences(endpoint);
    found.add(difference);
    tally.add(found.result());
  }

  function compare(endpoint: DriftEndpoint, query: QueryParameters, response: ReceivedResponse): void {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) parameters.set(name, String(value));
    tally.add(compareAnswer({ ...response, endpoint, query: parameters }, options.url));
    if (options.checksClock) compareClock(endpoint, response);
  }

  function compareClock(endpoint: DriftEndpoint, { clockSkewMs }: ReceivedResponse): void {
    const contract = "Not shown; HTTP servers send their time";
    if (clockSkewMs === null)
      add(endpoint, { kind: "no-date", effect: "harmless", contract, example: () => "" });
    else if (Math.abs(clockSkewMs) > MAX_SKEW_MS)
      add(endpoint, {
        kind: "clock",
        effect: "broken",
        contract,
        example: () =>
          `${Math.round(Math.abs(clockSkewMs) / 1000)} s ${clockSkewMs > 0 ? "ahead of" : "behind"} ours`,
      });
  }

  function get(endpoint: DriftEndpoint, { path, query, withWrongKey = false }: Parameters) {
    const template = endpoint === "unknownPath" ? UNKNOWN_PATH : ENDPOINTS[endpoint].path;
    // An ID that is not safe in a URL is a finding already.
    const requested = requestPath(template, path, query);
    return requested === null ? null : caller.get(requested, { withWrongKey });
  }

  async function ask(endpoint: DriftEndpoint, parameters: Parameters = {}): Promise<ReceivedResponse | null> {
    const response = await get(endpoint, parameters);
    if (response) compare(endpoint, parameters.query ?? {}, response);
    return response;
  }

  /** A request that the issuer must reject; `compareAnswer` looks at how it does. */
  async function askInvalid(
    endpoint: DriftEndpoint,
    parameters: Parameters,
    expected: { status: number; contract: string; effect?: "broken" },
  ): Promise<void> {
    const response = await ask(endpoint, parameters);
    if (!response || response.status >= 300) return;
    add(endpoint, {
      kind: "accepts-invalid",
      value: String(expected.status),
      effect: expected.effect ?? "harmless",
      contract: expected.contract,
      example: () => `${response.status} instead of ${expected.status}`,
    });
  }

  async function askDesigns(): Promise<void> {
    const response = await ask("listCardDesigns");
    if (response?.status === 401 || response?.status === 403)
      return caller.stop(`The issuer rejects the key (${response.status}).`);
    for (const id of idsOf(listIn(jsonOf(response), "cardDesigns")).slice(0, MAX_DESIGNS))
      await ask("getCardDesign", { path: { cardDesignID: id } });
    await askInvalid(
      "getCardDesign",
      { path: { cardDesignID: randomUUID() } },
      { status: 400, contract: "4.8: an unknown design is an error" },
    );
  }

  async function askCards(): Promise<void> {
    for (const id of idsOf(chooseCards(await askList("listCards"))))
      await ask("retrieveCard", { path: { cardId: id } });
    await askInvalid(
      "retrieveCard",
      { path: { cardId: randomUUID() } },
      { status: 404, contract: "7: 404 if the card is not found" },
    );
  }

  /** Returns the records of the first pages. */
  async function askList(endpoint: ListEndpoint): Promise<object[]> {
    const bodies: unknown[] = [];
    let isComplete = false;
    while (bodies.length < MAX_PAGES && !isComplete) {
      const response = await ask(endpoint, { query: { page: bodies.length + 1 } });
      if (response?.status !== 200 || !response.body.isReadable) break;
      bodies.push(response.body.json);
      isComplete = !hasNext(response.body.json);
    }
    if (bodies.length > 0) {
      tally.add(comparePages(endpoint, { bodies, isComplete }));
      await askPastEnd(endpoint, isComplete ? bodies.length + 1 : FAR_PAGE);
      await askDays(endpoint, bodies.flatMap(createdTimes));
    }
    await askInvalid(endpoint, { query: { page: 0 } }, { status: 400, contract: "8: page is at least 1" });
    return bodies.flatMap(rowsOf);
  }

  async function askPastEnd(endpoint: ListEndpoint, page: number): Promise<void> {
    const response = await get(endpoint, { query: { page } });
    const rows = rowsOf(jsonOf(response)).length;
    if (!response || (response.status === 200 && rows === 0)) return;
    add(endpoint, {
      kind: "past-end",
      effect: "shown",
      contract: "4.2, our reading: a page after the last is empty",
      example: () => (response.status === 200 ? `${rows} records` : `status ${response.status}`),
    });
  }

  async function askDays(endpoint: ListEndpoint, times: readonly string[]): Promise<void> {
    const days = times.map((time) => time.slice(0, 10)).sort();
    const [day, newest] = [days[Math.floor(days.length / 2)], days.at(-1)];
    if (day === undefined || newest === undefined) return;
    const body = jsonOf(await ask(endpoint, { query: { page: 1, min_created: day, max_created: day } }));
    if (body !== undefined && rowsOf(body).length === 0)
      add(endpoint, {
        kind: "filter",
        field: "results",
        effect: "broken",
        contract: "4.2: records from min_created to max_created",
        example: () => "no records of a day that has some",
      });
    // Half of the known records, which is more than a page if there is more than one.
    const range = { min_created: day, max_created: newest };
    if (hasNext(jsonOf(await ask(endpoint, { query: { page: 1, ...range } }))))
      await ask(endpoint, { query: { page: 2, ...range } });
    await ask(endpoint, { query: { page: 1, min_created: addDays(newest, 2) } });
  }

  async function askReport(): Promise<void> {
    const today = toIsoDate(askedAt);
    await ask("requestFile", { path: { fileType: "daily" }, query: { date: addDays(today, -3) } });
    await askInvalid(
      "requestFile",
      { path: { fileType: "daily" }, query: { date: today } },
      { status: 400, contract: "4.9: a date less than two days in the past yields 400" },
    );
  }

  await askDesigns();
  await askCards();
  await askList("listTransactions");
  await askInvalid("unknownPath", {}, { status: 404, contract: "7: an unknown path is an error" });
  await askInvalid(
    "listCardDesigns",
    { withWrongKey: true },
    { status: 401, contract: "5: 401 if the key is wrong", effect: "broken" },
  );
  if (options.requestsReport) await askReport();
  return {
    issuer: options.url,
    askedAt: askedAt.toISOString(),
    calls: caller.calls,
    findings: tally.findings(),
    stopReason: caller.stopReason,
    hasFailed: caller.hasFailed,
  };
}

function jsonOf(response: ReceivedResponse | null): unknown {
  return response?.status === 200 && response.body.isReadable ? response.body.json : undefined;
}

function hasNext(body: unknown): boolean {
  const { next } = (body ?? {}) as { next?: unknown };
  return typeof next === "string" && next !== "";
}

function listIn(body: unknown, field: string): object[] {
  const list = (body as Record<string, unknown> | null | undefined)?.[field];
  return Array.isArray(list) ? list.filter((item) => typeof item === "object" && item !== null) : [];
}

function idsOf(records: readonly object[]): string[] {
  return records.flatMap((record) => {
    const { id } = record as { id?: unknown };
    return typeof id === "string" ? [id] : [];
  });
}

/** One of each status and type first, because they may look different. */
function chooseCards(cards: readonly object[]): object[] {
  const byLook = new Map<string, object>();
  for (const card of cards) {
    const { status, cardType } = card as { status?: unknown; cardType?: unknown };
    const look = `${status} ${cardType}`;
    if (!byLook.has(look)) byLook.set(look, card);
  }
  return [...new Set([...byLook.values(), ...cards])].slice(0, MAX_CARDS);
}
