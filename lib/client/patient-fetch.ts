const TRY_AGAIN_MS = 1_000;

type Fetch = typeof fetch;
type Surrounding = { isServerThere: () => Promise<boolean>; wait: (ms: number) => Promise<void> };

/**
 * A `fetch` that waits for a server that is restarting, where a page's own data is asked for. Next answers a failed one
 * by loading the whole page, which then ends on the browser's error page, and what was typed is gone.
 */
export function createPatientFetch(fetchNow: Fetch, { isServerThere, wait }: Surrounding): Fetch {
  return async (input, init) => {
    if (!isPageData(init)) return fetchNow(input, init);
    let wasThere = false;
    for (;;) {
      try {
        return await fetchNow(input, init);
      } catch (error) {
        const isThere = !init?.signal?.aborted && (await isServerThere());
        // It answers others and yet not this: that is not a restart.
        if (init?.signal?.aborted || (isThere && wasThere)) throw error;
        wasThere = isThere;
        if (!isThere) await wait(TRY_AGAIN_MS);
      }
    }
  };
}

/** What Next's router reads to show or refresh a page. What is fetched ahead may fail; writes have their own answer. */
function isPageData({ method = "GET", headers }: RequestInit = {}): boolean {
  const given = new Headers(headers);
  return method === "GET" && given.has("rsc") && !given.has("next-router-prefetch");
}
