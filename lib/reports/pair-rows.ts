export const NO_PARTNER = -1;

/**
 * For each ID in `after`, the position of the same one in `before`, or `NO_PARTNER`. Rows that are alike are paired by their
 * occurrence: the first with the first, the second with the second.
 */
export function pairRows(before: Uint32Array, after: Uint32Array, ids: number): Int32Array {
  const first = new Int32Array(ids).fill(NO_PARTNER);
  const following = new Int32Array(before.length);
  for (let position = before.length - 1; position >= 0; position -= 1) {
    const id = before[position] ?? 0;
    following[position] = first[id] ?? NO_PARTNER;
    first[id] = position;
  }
  return Int32Array.from(after, (id) => {
    const position = first[id] ?? NO_PARTNER;
    if (position !== NO_PARTNER) first[id] = following[position] ?? NO_PARTNER;
    return position;
  });
}
