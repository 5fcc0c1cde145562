import { isServerUp } from "./is-server-up";

const RELOADED_AT = "cardwell-reloaded-at";
/** If the code is missing again so soon, loading the page once more would not help. */
const MIN_INTERVAL_MS = 60_000;

/** A script could not be loaded: since an upgrade, the server may no longer have those of this page's version. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && error.name === "ChunkLoadError";
}

/** Loads the page again, from the current version. While the server can't be reached, the page stays. */
export async function reloadForMissingCode(error: unknown): Promise<void> {
  if (!isMissingCode(error) || !(await isServerUp()) || wasJustReloaded()) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}

function wasJustReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < MIN_INTERVAL_MS;
}
