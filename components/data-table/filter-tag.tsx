"use client";

import X from "lucide-react/icons/x";

/** A filter set by a link, without a menu of its own; clicking it clears the filter. */
export function FilterTag({ name, value, onClear }: { name: string; value: string; onClear: () => void }) {
  return (
    <button
      type="button"
      onClick={onClear}
      aria-label={`Clear filter: ${name} ${value}`}
      className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border border-accent bg-accent-soft px-3 text-accent text-small touch:h-9"
    >
      {name}
      <span className="truncate font-medium">{value}</span>
      <X className="-mr-1 size-3.5 shrink-0" aria-hidden="true" />
    </button>
  );
}
