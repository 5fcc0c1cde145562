import { countOf, formatCount } from "@/lib/domain/money/numbers";
import { RUN_KINDS, type Run, type RunCounts, type RunKind, type SkipCount } from "@/lib/domain/runs/run";

const DONE = {
  freeze: "frozen",
  unfreeze: "unfrozen",
  block: "blocked",
  issue: "issued",
} as const satisfies Record<RunKind, string>;

/** "Freeze 1,200 cards", or "Freeze 1 of 3 cards" if it skips the others. */
export function runTitle(kind: RunKind, { total, skipped }: RunCounts): string {
  const cards = countOf(total, "card");
  return `${RUN_KINDS[kind]} ${skipped === 0 ? cards : `${formatCount(total - skipped)} of ${cards}`}`;
}

/** "about 2 minutes" */
export function timeText(cards: number, cardsPerSecond: number): string {
  const seconds = cards / cardsPerSecond;
  if (seconds < 60) return "less than a minute";
  return `about ${countOf(Math.ceil(seconds / 60), "minute")}`;
}

/** How far it is, in one sentence: "1 of 3 cards frozen, 2 skipped". */
export function progressText({ kind, state, counts }: Pick<Run, "kind" | "state" | "counts">): string {
  const { total, waiting, skipped, done, failed, canceled, sent } = counts;
  const cards =
    state === "planned"
      ? `${formatCount(waiting)} of ${countOf(total, "card")} to ${RUN_KINDS[kind].toLowerCase()}`
      : `${formatCount(done)} of ${countOf(total, "card")} ${DONE[kind]}`;
  const rest = [
    failed > 0 && `${formatCount(failed)} failed`,
    skipped > 0 && `${formatCount(skipped)} skipped`,
    canceled > 0 && `${formatCount(canceled)} canceled`,
    sent > 0 && `${formatCount(sent)} in progress`,
  ].filter(Boolean);
  return [cards, ...rest].join(", ");
}

const SKIPPED = {
  "already-frozen": "already frozen",
  "not-frozen": "not frozen",
  blocked: "permanently blocked",
  unknown: "not found",
  ambiguous: "with the last four digits of several cards",
  changed: "changed since the freeze",
  "issued-before": "issued or sent by another run",
} as const satisfies Record<SkipCount["reason"], string>;

/** "2 of 3 cards are skipped: 1 not found, 1 already frozen."; null if none is. */
export function skippedText(total: number, skips: readonly SkipCount[]): string | null {
  const skipped = skips.reduce((sum, { cards }) => sum + cards, 0);
  if (skipped === 0) return null;
  const reasons = skips.map(({ reason, cards }) => `${formatCount(cards)} ${SKIPPED[reason]}`);
  const verb = skipped === 1 ? "is" : "are";
  return `${formatCount(skipped)} of ${countOf(total, "card")} ${verb} skipped: ${reasons.join(", ")}.`;
}

/** "2 of 30 cards have warnings."; null if none has. */
export function warnedText(warned: number, total: number): string | null {
  if (warned === 0) return null;
  return `${formatCount(warned)} of ${countOf(total, "card")} ${warned === 1 ? "has" : "have"} warnings.`;
}

/** Of the button that tries again what ended without a card. */
export function retryText({ failed, canceled }: RunCounts): string {
  if (canceled === 0) return "Try the failed ones again…";
  return failed === 0 ? "Try the canceled ones again…" : "Try the failed and canceled ones again…";
}

/** "these 2 cards" */
export function theseCards(count: number): string {
  return count === 1 ? "this card" : `these ${countOf(count, "card")}`;
}
