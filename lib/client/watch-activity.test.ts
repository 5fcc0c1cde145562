import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchActivity } from "./watch-activity";

let statuses: (number | null)[];
let press: (event: { isTrusted: boolean }) => void;
const report = vi.fn(async () => {
  const status = statuses.shift();
  if (status == null) throw new TypeError("Failed to fetch");
  return new Response(null, { status });
});

beforeEach(() => {
  report.mockClear();
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.stubGlobal("fetch", report);
  vi.stubGlobal("window", {
    addEventListener(eventType: string, listener: typeof press) {
      if (eventType === "pointerdown") press = listener;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function pressAfter(seconds: number): Promise<void> {
  vi.advanceTimersByTime(seconds * 1000);
  press({ isTrusted: true });
  await new Promise(setImmediate);
}

it.each([
  ["rejected", 503],
  ["never delivered", null],
])("sends a report that was %s again with the next press, and then once a minute", async (_, status) => {
  statuses = [status, 204, 204];
  const stop = watchActivity();
  await pressAfter(0);
  await pressAfter(2);
  expect(report).toHaveBeenCalledTimes(2);
  await pressAfter(59);
  expect(report).toHaveBeenCalledTimes(2);
  await pressAfter(1);
  expect(report).toHaveBeenCalledTimes(3);
  stop();
});
