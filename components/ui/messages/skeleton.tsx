import { classNames } from "@/components/ui/class-names";

/** A placeholder; the parent must announce that it is loading. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "inline-block max-w-full animate-breathe rounded-[4px] bg-press align-middle",
        className,
      )}
    />
  );
}
