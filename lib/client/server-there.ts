/** Whether the server answers at all: it may be restarting. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch("/api/health/live", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
