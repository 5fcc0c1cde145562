import { beforeEach, expect, it } from "vitest";
import { minuteRecorder, recorder } from "@/lib/metrics/record";
import { recordCall } from "@/lib/metrics/record-call";
import { recordRequest } from "@/lib/metrics/record-request";
import { MinuteTally } from "./minute-tally";

let tally: MinuteTally;

beforeEach(() => {
  recorder.current = undefined;
  tally = new MinuteTally();
  minuteRecorder.current = tally;
});

const request = (path: string, durationMs: number, status = 200, method = "GET") =>
  recordRequest({ method, path, status, durationMs, isStreaming: path === "/api/events" });

const NOTHING = {
  requests: 0,
  failedRequests: 0,
  pageMs: null,
  issuerCalls: 0,
  failedIssuerCalls: 0,
  issuerMs: null,
};

it("counts all requests without Prometheus, and only the time of pages", () => {
  expect(tally.read()).toEqual(NOTHING);
  request("/cards", 40);
  request("/cards", 9_000, 200, "POST");
  request("/api/search", 9_000);
  request("/api/events", 900_000);
  request("/_next/static/x.js", 9_000);
  request("/metrics", 9_000, 503);
  expect(tally.read()).toMatchObject({ requests: 6, failedRequests: 1, pageMs: 49 });
});

it("counts calls to the issuer, and as failed only those that it didn’t answer properly", () => {
  const failure = (kind: string, attempts = 1) =>
    recordCall("listCards", { ok: false, failure: { kind, attempts, durationMs: 200 } } as never);
  recordCall("listCards", { ok: true, response: { attempts: 1, durationMs: 200 } } as never);
  failure("not-found");
  failure("refused");
  expect(tally.read()).toMatchObject({ issuerCalls: 3, failedIssuerCalls: 0, issuerMs: 242 });
  failure("unavailable");
  failure("unauthorized");
  expect(tally.read()).toMatchObject({ issuerCalls: 5, failedIssuerCalls: 2 });
});

it("begins at zero after a reset", () => {
  request("/cards", 400, 500);
  expect(tally.read()).toMatchObject({ requests: 1, failedRequests: 1, pageMs: 488 });
  tally.reset();
  expect(tally.read()).toEqual(NOTHING);
});
