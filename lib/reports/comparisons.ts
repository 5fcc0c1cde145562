import "server-only";
import { processWide } from "@/lib/process-wide";
import { compareFiles, type FileComparison, type FilePair } from "./compare-files";

const MAX_COMPARISONS = 32;

type Comparisons = { known: Map<string, Promise<FileComparison>>; last: Promise<unknown> };

const slot = processWide<Comparisons>("report-comparisons");

/** Cached, because a stored file never changes. One at a time, so that memory doesn't grow with the number of readers. */
export function comparisonOf(files: FilePair): Promise<FileComparison> {
  slot.current ??= { known: new Map(), last: Promise.resolve() };
  const { known, last } = slot.current;
  const key = `${files.before.fileId} ${files.after.fileId}`;
  const cached = known.get(key);
  if (cached) return cached;
  const comparison = last.then(() => compareFiles(files));
  slot.current.last = comparison.catch(() => undefined);
  known.set(key, comparison);
  comparison.catch(() => known.delete(key));
  const [oldest] = known.keys();
  if (known.size > MAX_COMPARISONS && oldest !== undefined) known.delete(oldest);
  return comparison;
}
