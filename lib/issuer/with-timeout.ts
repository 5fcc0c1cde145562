import "server-only";
import { setTimeout as pause } from "node:timers/promises";

/** Null after the timeout. The promise itself continues. */
export async function withTimeout<T>(timeoutMs: number, promise: Promise<T>): Promise<T | null> {
  const timer = new AbortController();
  const timeout = pause(timeoutMs, null, { signal: timer.signal, ref: false }).catch(() => null);
  const first = await Promise.race([promise, timeout]);
  timer.abort();
  return first;
}
