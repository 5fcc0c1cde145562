import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { reloadForMissingCode } from "./missing-code";

const reload = vi.fn();
let isUp: boolean;
beforeEach(() => {
  isUp = true;
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  vi.stubGlobal("window", { location: { reload } });
  vi.stubGlobal("fetch", async () => {
    if (!isUp) throw new TypeError("Failed to fetch");
    return new Response();
  });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  reload.mockReset();
});

const missing = Object.assign(new Error("Failed to load chunk"), { name: "ChunkLoadError" });

it("reloads the page once, and again only after a while", async () => {
  await reloadForMissingCode(missing);
  await reloadForMissingCode(missing);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(61_000);
  await reloadForMissingCode(missing);
  expect(reload).toHaveBeenCalledTimes(2);
});

it("keeps the page for any other error", async () => {
  await reloadForMissingCode(new Error("A bug"));
  expect(reload).not.toHaveBeenCalled();
});

it("keeps the page while the server can't be reached", async () => {
  isUp = false;
  await reloadForMissingCode(missing);
  expect(reload).not.toHaveBeenCalled();
  isUp = true;
  await reloadForMissingCode(missing);
  expect(reload).toHaveBeenCalledTimes(1);
});
