import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Reads again because something changed. An answer that is already on its way may be from before the change, and
 * TanStack Query takes it for the new one when it is the first: so it is waited for, and read once more after it.
 */
export async function reread(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isUnderWay = client.isFetching({ queryKey }) > 0;
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (isUnderWay) await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
