import { expect, it } from "vitest";
import { createRetryingFetch } from "./retrying-fetch";

const RSC = { headers: { rsc: "1" } };

/** A network that returns these responses in order; `null` is a failed connection. */
function open({ responses, serverUp = [] }: { responses: (string | null)[]; serverUp?: boolean[] }) {
  const sent: (RequestInit | undefined)[] = [];
  const delays: number[] = [];
  const retryingFetch = createRetryingFetch(
    async (_, init) => {
      sent.push(init);
      const response = responses.shift();
      if (response == null) throw new TypeError("Failed to fetch");
      return new Response(response);
    },
    {
      isServerUp: async () => serverUp.shift() ?? true,
      wait: async (ms) => void delays.push(ms),
    },
  );
  return { retryingFetch, sent, delays };
}

it("waits for a restarting server and retries", async () => {
  const { retryingFetch, sent, delays } = open({ responses: [null, null, "page"], serverUp: [false, false] });
  expect(await (await retryingFetch("/audit", RSC)).text()).toBe("page");
  expect(sent).toHaveLength(3);
  expect(delays).toHaveLength(2);
});

it("retries once without waiting if only the connection was lost", async () => {
  const { retryingFetch, sent, delays } = open({ responses: [null, "page"], serverUp: [true] });
  expect(await (await retryingFetch("/audit", RSC)).text()).toBe("page");
  expect(sent).toHaveLength(2);
  expect(delays).toEqual([]);
});

it("gives up if the server is up but the request keeps failing", async () => {
  const { retryingFetch, sent } = open({ responses: [null, null, "late"], serverUp: [true, true] });
  await expect(retryingFetch("/audit", RSC)).rejects.toThrow("Failed to fetch");
  expect(sent).toHaveLength(2);
});

it("gives up when the request is aborted", async () => {
  const { retryingFetch, sent } = open({ responses: [null, "late"], serverUp: [false] });
  const signal = AbortSignal.abort();
  await expect(retryingFetch("/audit", { ...RSC, signal })).rejects.toThrow("Failed to fetch");
  expect(sent).toHaveLength(1);
});

it.each([
  ["a write", { method: "POST", headers: { rsc: "1" } }],
  ["a prefetch", { headers: { rsc: "1", "next-router-prefetch": "1" } }],
  ["any other read", undefined],
])("sends %s once, unchanged", async (_, init) => {
  const { retryingFetch, sent } = open({ responses: [null, "late"], serverUp: [false] });
  await expect(retryingFetch("/audit", init)).rejects.toThrow("Failed to fetch");
  expect(sent).toEqual([init]);
});
