import { classNames } from "@/components/ui/class-names";
import { searchByLastFour } from "@/lib/domain/last-four-search";

/** Says why a search for a card number shows what its last four digits find. */
export function CardNumberNote({ typed, className }: { typed: string; className?: string }) {
  if (searchByLastFour(typed) === typed) return null;
  return (
    <p role="status" className={classNames("mt-1 text-small text-ink-2", className)}>
      We searched for the last four digits. Card numbers aren’t stored here.
    </p>
  );
}
