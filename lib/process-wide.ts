type Slot<T> = { current: T | undefined };

const shared = globalThis as typeof globalThis & { cardwell?: Record<string, Slot<unknown>> };

/** A value that exists once per process: Next loads a module once per layer, and every copy gets the same slot. */
export function processWide<T>(name: string): Slot<T> {
  shared.cardwell ??= {};
  shared.cardwell[name] ??= { current: undefined };
  return shared.cardwell[name] as Slot<T>;
}
