import "server-only";
import { processWide } from "@/lib/process-wide";

/** The numbers of the matching rows, in sort order. */
export type RowOrder = Uint32Array;

const MAX_ORDERS = 8;

const slot = processWide<Map<string, Promise<RowOrder>>>("row-orders");

/** Cached, because scrolling needs the same order again and again. A stored file never changes. */
export function rowOrder(key: string, build: () => Promise<RowOrder>): Promise<RowOrder> {
  slot.current ??= new Map();
  const orders = slot.current;
  const cached = orders.get(key);
  if (cached) return cached;
  const built = build();
  orders.set(key, built);
  built.catch(() => orders.delete(key));
  const [oldest] = orders.keys();
  if (orders.size > MAX_ORDERS && oldest !== undefined) orders.delete(oldest);
  return built;
}
