import { classNames } from "@/components/ui/class-names";

/** "Nguyễn Thị Minh Khai" → NK. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => Array.from(word ?? "")[0]?.toLocaleUpperCase("en") ?? "").join("");
}

/** Decorative: hidden from screen readers. */
export function Avatar({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "inline-grid size-7 shrink-0 select-none place-items-center rounded-full border border-line bg-sunken text-caption font-semibold text-ink-2",
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
