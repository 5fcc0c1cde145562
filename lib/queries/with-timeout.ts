import "server-only";
import { setTimeout as pause } from "node:timers/promises";

/** What it came to, or null when that takes too long. The work itself goes on. */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T | null> {
  const waiting = new AbortController();
  const late = pause(limitMs, null, { signal: waiting.signal, ref: false }).catch(() => null);
  const first = await Promise.race([work, late]);
  waiting.abort();
  return first;
}
