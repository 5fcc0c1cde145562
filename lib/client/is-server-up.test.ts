import { afterEach, expect, it, vi } from "vitest";
import { isServerUp } from "./is-server-up";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Responds unless the caller has aborted. */
const respond = async (_: string, { signal }: RequestInit) => {
  signal?.throwIfAborted();
  return new Response("{}");
};

it("returns true for a server that responds", async () => {
  vi.stubGlobal("fetch", respond);
  expect(await isServerUp()).toBe(true);
});

it("returns false for a server that doesn't respond in time", async () => {
  vi.stubGlobal("fetch", respond);
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
  expect(await isServerUp()).toBe(false);
});
