import { formatCount } from "@/lib/domain/numbers";
import type { IndexState } from "@/lib/domain/search";

/** What was searched, how much of it there is, and what to try. */
export function NothingFound({ text, index }: { text: string; index: IndexState }) {
  if (text === "") return null;
  if (text.length < 2) return <p className="px-4 py-6 text-center text-ink-2">Type one more letter.</p>;
  const { isFilled, known, total } = index.cards;
  return (
    <div className="px-6 py-8 text-center">
      <p className="text-lead font-medium [overflow-wrap:anywhere]">Nothing matches “{text}”</p>
      <p className="mx-auto mt-1 max-w-[50ch] text-pretty text-ink-2">
        Searched by holder, card name, last four, customer id, card id and transaction id.{" "}
        {isFilled
          ? "Try the last four digits, or paste the whole card id."
          : `Only ${formatCount(known)}${total === null ? "" : ` of ${formatCount(total)}`} cards have been read so far: it may be among the others. A whole card id can be opened all the same.`}
      </p>
    </div>
  );
}
