const TIMEOUT_MS = 5_000;

/** Whether the server answers at all: it may be restarting. */
export async function isServerThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return (await fetch("/api/health/live", { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}
