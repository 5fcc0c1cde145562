export class QueueFullError extends Error {
  override name = "QueueFullError";
}

/**
 * Runs work in a fixed number of slots. A finished piece of work hands its slot straight to the next in line, so
 * that a newcomer in the same tick cannot take it as well.
 */
export function createWorkSlots(slots: number) {
  let free = slots;
  const waiting: (() => void)[] = [];

  /** Throws a QueueFullError when `mostWaiting` others are in line already. */
  return async function runInSlot<T>(work: () => Promise<T>, mostWaiting: number): Promise<T> {
    if (free > 0) free -= 1;
    else if (waiting.length >= mostWaiting) throw new QueueFullError();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
