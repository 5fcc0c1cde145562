import "server-only";

/** The places of a file's rows in the order and choice that someone asked for. */
export type RowOrder = Uint32Array;

const MOST_ORDERS = 8;

const shared = globalThis as typeof globalThis & { cardwellRowOrders?: Map<string, Promise<RowOrder>> };

/** Scrolling asks for one order again and again: the last few are kept. A captured file never changes. */
export function rowOrder(key: string, make: () => Promise<RowOrder>): Promise<RowOrder> {
  shared.cardwellRowOrders ??= new Map();
  const orders = shared.cardwellRowOrders;
  const known = orders.get(key);
  if (known) return known;
  const made = make();
  orders.set(key, made);
  made.catch(() => orders.delete(key));
  const [oldest] = orders.keys();
  if (orders.size > MOST_ORDERS && oldest !== undefined) orders.delete(oldest);
  return made;
}
