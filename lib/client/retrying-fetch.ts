const RETRY_DELAY_MS = 1_000;

type Fetch = typeof fetch;
type Dependencies = { isServerUp: () => Promise<boolean>; wait: (ms: number) => Promise<void> };

/**
 * A `fetch` that waits for a restarting server when it requests page data. If that request failed, Next would reload
 * the page, which would end on the browser's error page and lose what was typed.
 */
export function createRetryingFetch(fetchNow: Fetch, { isServerUp, wait }: Dependencies): Fetch {
  return async (input, init) => {
    if (!isPageData(init)) return fetchNow(input, init);
    let wasUp = false;
    for (;;) {
      try {
        return await fetchNow(input, init);
      } catch (error) {
        const isUp = !init?.signal?.aborted && (await isServerUp());
        // The server is up and the request failed twice, so this is not a restart.
        if (init?.signal?.aborted || (isUp && wasUp)) throw error;
        wasUp = isUp;
        if (!isUp) await wait(RETRY_DELAY_MS);
      }
    }
  };
}

/** A request of Next's router to show or refresh a page; a failed prefetch or write does no harm. */
function isPageData({ method = "GET", headers }: RequestInit = {}): boolean {
  const requestHeaders = new Headers(headers);
  return method === "GET" && requestHeaders.has("rsc") && !requestHeaders.has("next-router-prefetch");
}
