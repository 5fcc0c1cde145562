import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { holdExit } from "./hold-exit";

const original = process.exit;
const exited = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  exited.mockReset();
  process.exit = exited as unknown as typeof process.exit;
});
afterEach(() => {
  process.exit = original;
  vi.useRealTimers();
});

it.each([130, 143])("lets Next exit with %i after the dashboard has stopped", async (code) => {
  let stop = () => {};
  holdExit(
    new Promise<void>((resolve) => {
      stop = resolve;
    }),
    15_000,
  );
  process.exit(code);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(exited).not.toHaveBeenCalled();
  stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(exited.mock.calls).toEqual([[code]]);
});

it("waits for no stop that hangs, and for none that failed", async () => {
  holdExit(new Promise(() => undefined), 15_000);
  process.exit(143);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(exited.mock.calls).toEqual([[143]]);
  process.exit = exited as unknown as typeof process.exit;
  exited.mockReset();
  holdExit(Promise.reject(new Error("The database is gone")), 15_000);
  process.exit(143);
  await vi.advanceTimersByTimeAsync(0);
  expect(exited.mock.calls).toEqual([[143]]);
});

it("ends the process at once for any other reason", () => {
  holdExit(new Promise(() => undefined), 15_000);
  process.exit(1);
  expect(exited.mock.calls).toEqual([[1]]);
});
