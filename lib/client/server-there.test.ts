import { afterEach, expect, it, vi } from "vitest";
import { isServerThere } from "./server-there";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A network that answers, unless the caller has stopped waiting. */
const answer = async (_: string, { signal }: RequestInit) => {
  signal?.throwIfAborted();
  return new Response("{}");
};

it("takes a server that answers for one that is there", async () => {
  vi.stubGlobal("fetch", answer);
  expect(await isServerThere()).toBe(true);
});

it("does not wait for ever: a server that lets the request hang is not there", async () => {
  vi.stubGlobal("fetch", answer);
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
  expect(await isServerThere()).toBe(false);
});
