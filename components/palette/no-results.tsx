import { formatKnown } from "@/lib/domain/cards/describe-index";
import type { IndexState } from "@/lib/domain/cards/search-results";

export function NoResults({ text, index }: { text: string; index: IndexState }) {
  if (text === "") return null;
  if (text.length < 2) return <p className="px-4 py-6 text-center text-ink-2">Type at least 2 characters.</p>;
  const { isComplete } = index.cards;
  return (
    <div className="px-6 py-8 text-center">
      <p className="text-lead font-medium [overflow-wrap:anywhere]">No results for “{text}”</p>
      <p className="mx-auto mt-1 max-w-[50ch] text-pretty text-ink-2">
        Searched cardholder, card name, last four, customer ID, card ID, and transaction ID.{" "}
        {isComplete
          ? "Try the last four digits, or paste the full card ID."
          : `Only ${formatKnown(index.cards)} cards have synced so far, so the card may not be searchable yet. You can still open a card by its full ID.`}
      </p>
    </div>
  );
}
