/** Shown for a request that was encrypted with a lost secret. */
export const UNREADABLE_REQUEST = "A request that we can’t decrypt";
