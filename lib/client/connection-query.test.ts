import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectionQuery, type IssuerConnection, isUnreachable } from "./connection-query";
import { createQueryClient } from "./query-provider";

const CONNECTION: IssuerConnection = { breaker: "closed", lastLatencyMs: 22 };

type Held = { answer: (response: Response) => void; giveUp: (reason: unknown) => void };

let held: Held[];

beforeEach(() => {
  held = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise((answer, giveUp) => held.push({ answer, giveUp })));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A network that swallows what is sent: each request fails only when its time is over. */
async function giveUp(requests: number) {
  for (let count = 0; count < requests; count += 1) {
    await vi.waitUntil(() => vi.advanceTimersByTime(1_000) && held.length > 0);
    held.pop()?.giveUp(new DOMException("The request timed out.", "TimeoutError"));
    await vi.advanceTimersByTimeAsync(0);
  }
}

it("the dashboard stays unreachable while it is asked again, until it answers", async () => {
  const header = new QueryObserver(createQueryClient(), {
    ...connectionQuery,
    initialData: CONNECTION,
  });
  const close = header.subscribe(() => undefined);
  const isCutOff = () => isUnreachable(header.getCurrentResult());

  void header.refetch();
  expect(isCutOff()).toBe(false);
  await giveUp(1);
  expect(isCutOff()).toBe(true);
  // The first request and both retries.
  await giveUp(2);
  expect(header.getCurrentResult().isFetching).toBe(false);
  expect(isCutOff()).toBe(true);

  void header.refetch();
  expect(header.getCurrentResult().isFetching).toBe(true);
  expect(isCutOff()).toBe(true);
  held.pop()?.answer(Response.json(CONNECTION));
  await vi.advanceTimersByTimeAsync(0);
  expect(isCutOff()).toBe(false);
  close();
});
