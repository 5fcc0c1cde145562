import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { RUN_KINDS, type Run, type RunCounts, type RunKind } from "@/lib/domain/runs/run";

/** "Freeze 1,200 cards": those that it changes, not those that it skips. */
export function runTitle(kind: RunKind, { total, skipped }: RunCounts): string {
  return `${RUN_KINDS[kind]} ${countOf(total - skipped, "card")}`;
}

/** "about 2 minutes" */
export function timeText(cards: number, cardsPerSecond: number): string {
  const seconds = cards / cardsPerSecond;
  if (seconds < 60) return "less than a minute";
  return `about ${countOf(Math.ceil(seconds / 60), "minute")}`;
}

/** How far it is, in one sentence. */
export function progressText({ counts: { total, skipped, done, failed, canceled, sent } }: Run): string {
  const rest = [
    failed > 0 && `${formatCount(failed)} failed`,
    canceled > 0 && `${formatCount(canceled)} canceled`,
    sent > 0 && `${formatCount(sent)} in progress`,
  ].filter(Boolean);
  return [`${formatCount(done)} of ${countOf(total - skipped, "card")} done`, ...rest].join(", ");
}
