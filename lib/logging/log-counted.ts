import "server-only";
import { log } from "@/lib/log";

const MINUTE_MS = 60_000;
/** How many more came in this minute, by line. */
const repeats = new Map<string, number>();

/** For what anybody can cause as often as they like: the first line at once, then one per minute with their number. */
export function logCounted(
  level: "info" | "warn",
  fields: Readonly<Record<string, unknown>>,
  message: string,
): void {
  const key = JSON.stringify([message, fields]);
  const count = repeats.get(key);
  if (count !== undefined) {
    repeats.set(key, count + 1);
    return;
  }
  log()[level]({ ...fields, count: 1 }, message);
  repeats.set(key, 0);
  setTimeout(() => {
    const count = repeats.get(key);
    repeats.delete(key);
    if (count) log()[level]({ ...fields, count }, message);
  }, MINUTE_MS).unref();
}
