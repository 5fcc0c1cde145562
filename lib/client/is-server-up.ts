const TIMEOUT_MS = 5_000;

export async function isServerUp(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return (await fetch("/api/health/live", { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}
