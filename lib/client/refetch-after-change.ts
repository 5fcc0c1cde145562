import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Refetches after a change. A response that is already pending may predate the change, but TanStack Query accepts a
 * first one as current; so this waits for it and then fetches once more.
 */
export async function refetchAfterChange(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const wasFetching = client.isFetching({ queryKey }) > 0;
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (wasFetching) await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
