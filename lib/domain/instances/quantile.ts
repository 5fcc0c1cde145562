/**
 * Estimates a quantile from the buckets of a histogram like Prometheus' `histogram_quantile`, so that both show the same
 * value. `counts` has one more entry than `limits`, for what exceeds the last one. Null without observations.
 */
export function quantile(share: number, limits: readonly number[], counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = share * total;
  let below = 0;
  for (const [index, limit] of limits.entries()) {
    const count = counts[index] ?? 0;
    const lower = limits[index - 1] ?? 0;
    if (count > 0 && below + count >= rank) return lower + (limit - lower) * ((rank - below) / count);
    below += count;
  }
  return limits.at(-1) ?? null;
}
