export class QueueFullError extends Error {
  override name = "QueueFullError";
}

/**
 * Limits the number of concurrent tasks. A finished task passes its slot directly to the next one in the queue, so that
 * a new task in the same tick can't take it too.
 */
export function createConcurrencyLimiter(maxConcurrent: number) {
  let free = maxConcurrent;
  const waiting: (() => void)[] = [];

  /** Throws a QueueFullError if `maxWaiting` tasks are already waiting. */
  return async function runLimited<T>(task: () => Promise<T>, maxWaiting: number): Promise<T> {
    if (free > 0) free -= 1;
    else if (waiting.length >= maxWaiting) throw new QueueFullError();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
