import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectionQuery, type IssuerConnection, isUnreachable } from "./connection-query";
import { createQueryClient } from "./query-provider";

const CONNECTION: IssuerConnection = { breaker: "closed", lastLatencyMs: 22 };

type PendingRequest = { respond: (response: Response) => void; timeOut: (reason: unknown) => void };

let pending: PendingRequest[];

beforeEach(() => {
  pending = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise((respond, timeOut) => pending.push({ respond, timeOut })));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets each request time out, as on a network that drops packets. */
async function timeOut(requests: number) {
  for (let count = 0; count < requests; count += 1) {
    await vi.waitUntil(() => vi.advanceTimersByTime(1_000) && pending.length > 0);
    pending.pop()?.timeOut(new DOMException("The request timed out.", "TimeoutError"));
    await vi.advanceTimersByTimeAsync(0);
  }
}

it("reports the dashboard as unreachable through all retries, until it responds", async () => {
  const header = new QueryObserver(createQueryClient(), {
    ...connectionQuery,
    initialData: CONNECTION,
  });
  const close = header.subscribe(() => undefined);
  const isUnreachableNow = () => isUnreachable(header.getCurrentResult());

  void header.refetch();
  expect(isUnreachableNow()).toBe(false);
  await timeOut(1);
  expect(isUnreachableNow()).toBe(true);
  // The first request and both retries.
  await timeOut(2);
  expect(header.getCurrentResult().isFetching).toBe(false);
  expect(isUnreachableNow()).toBe(true);

  void header.refetch();
  expect(header.getCurrentResult().isFetching).toBe(true);
  expect(isUnreachableNow()).toBe(true);
  pending.pop()?.respond(Response.json(CONNECTION));
  await vi.advanceTimersByTimeAsync(0);
  expect(isUnreachableNow()).toBe(false);
  close();
});
