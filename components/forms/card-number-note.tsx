import { classNames } from "@/components/ui/class-names";

/** Explains that a search for a full card number uses only its last four digits. */
export function CardNumberNote({ className }: { className?: string }) {
  return (
    <p role="status" className={classNames("mt-1 text-small text-ink-2", className)}>
      We searched for the last four digits. Card numbers aren’t stored here.
    </p>
  );
}
