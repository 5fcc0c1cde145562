import { beforeEach, expect, it, vi } from "vitest";
import type { NewMinute } from "./instance-minutes";
import { MinuteSampler } from "./minute-sampler";

const INSTANCE = {
  id: "1",
  host: "web",
  pid: 1,
  version: "1",
  build: "b",
  startedAt: "2026-11-18T11:00:00Z",
};
const SHARED = { missingRecords: 0, waitingJobs: 2, unprocessedWebhooks: 0 };

let now: number;
let isDown: boolean;
let failures: number;
/** By minute, as the table keeps them. */
let stored: Map<string, NewMinute["values"]>;
let last: NewMinute | undefined;
let sampler: MinuteSampler;

beforeEach(() => {
  now = Date.parse("2026-11-18T12:00:40Z");
  isDown = false;
  failures = 0;
  stored = new Map();
  sampler = new MinuteSampler({
    instance: INSTANCE,
    countStreams: () => 3,
    readShared: async () => SHARED,
    async write(minutes) {
      if (isDown) throw new Error("unreachable");
      last = minutes.at(-1);
      for (const { minute, values } of minutes) stored.set(minute, { ...values });
    },
    onFailure: () => {
      failures += 1;
    },
    now: () => now,
  });
});

const countRequests = (requests: number) => {
  for (let index = 0; index < requests; index += 1)
    sampler.tally.count("cardwell_http_requests_total", { status: "2xx" });
};
const at = (time: string) => {
  now = Date.parse(`2026-11-18T${time}Z`);
};
const storedRequests = () => [...stored].map(([minute, { requests }]) => [minute.slice(11, 16), requests]);

it("writes what happened in each minute, not since the start", async () => {
  countRequests(2);
  await sampler.sampleNow();
  expect(storedRequests()).toEqual([["12:00", 2]]);
  countRequests(1);
  at("12:01:00");
  await sampler.endMinute();
  countRequests(5);
  at("12:02:00");
  await sampler.endMinute();
  at("12:03:00");
  await sampler.endMinute();
  expect(storedRequests()).toEqual([
    ["12:00", 3],
    ["12:01", 5],
    ["12:02", 0],
  ]);
  expect(stored.get("2026-11-18T12:01:00.000Z")).toMatchObject({
    eventStreams: 3,
    waitingJobs: 2,
    pageMs: null,
    memoryBytes: expect.any(Number),
  });
});

it("keeps what it can’t write for the next minute, and never throws", async () => {
  isDown = true;
  countRequests(2);
  at("12:01:00");
  await sampler.endMinute();
  expect([stored.size, failures]).toEqual([0, 1]);
  isDown = false;
  countRequests(7);
  at("12:02:00");
  await sampler.endMinute();
  expect(storedRequests()).toEqual([
    ["12:00", 2],
    ["12:01", 7],
  ]);
});

it("keeps an hour at most", async () => {
  isDown = true;
  for (let minute = 0; minute < 70; minute += 1) {
    now += 60_000;
    await sampler.endMinute();
  }
  isDown = false;
  now += 60_000;
  await sampler.endMinute();
  expect(stored.size).toBe(60);
});

it("counts a suspended process’s minutes for the last one only", async () => {
  countRequests(4);
  at("12:10:03");
  await sampler.endMinute();
  expect(storedRequests()).toEqual([["12:09", 4]]);
});

it("waits for the end of the minute if its timer fires early", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  sampler.start();
  countRequests(2);
  at("12:00:59.999");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(storedRequests()).toEqual([["12:00", 0]]);
  at("12:01:00");
  await vi.advanceTimersByTimeAsync(1);
  expect(storedRequests()).toEqual([["12:00", 2]]);
  vi.useRealTimers();
});

it("writes at once when it starts, and a last time when it stops", async () => {
  sampler.start();
  countRequests(2);
  at("12:00:55");
  await sampler.stop();
  expect(storedRequests()).toEqual([["12:00", 2]]);
  expect(last?.isLast).toBe(true);
});
