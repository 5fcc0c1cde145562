import "server-only";
import { processWide } from "@/lib/process-wide";

/** The places of a file's rows in the order and choice that someone asked for. */
export type RowOrder = Uint32Array;

const MOST_ORDERS = 8;

const slot = processWide<Map<string, Promise<RowOrder>>>("row-orders");

/** Scrolling asks for one order again and again: the last few are kept. A captured file never changes. */
export function rowOrder(key: string, make: () => Promise<RowOrder>): Promise<RowOrder> {
  slot.current ??= new Map();
  const orders = slot.current;
  const known = orders.get(key);
  if (known) return known;
  const made = make();
  orders.set(key, made);
  made.catch(() => orders.delete(key));
  const [oldest] = orders.keys();
  if (orders.size > MOST_ORDERS && oldest !== undefined) orders.delete(oldest);
  return made;
}
