import { classNames } from "@/components/ui/class-names";
import { searchByLastFour } from "@/lib/domain/cards/last-four-search";

/** Explains that a search for a full card number uses only its last four digits. */
export function CardNumberNote({ typed, className }: { typed: string; className?: string }) {
  if (searchByLastFour(typed) === typed) return null;
  return (
    <p role="status" className={classNames("mt-1 text-small text-ink-2", className)}>
      We searched for the last four digits. Card numbers aren’t stored here.
    </p>
  );
}
