import type { ReactNode } from "react";

type ActiveItemsProps = {
  label: string;
  items: readonly { id: number; name: ReactNode; detail: ReactNode }[];
  /** Shown while there are none. */
  none: string;
};

export function ActiveItems({ label, items, none }: ActiveItemsProps) {
  if (items.length === 0) return <p className="text-small text-ink-2">{none}</p>;
  return (
    <ul aria-label={label} className="divide-y divide-line border-line border-t">
      {items.map(({ id, name, detail }) => (
        <li key={id} className="flex justify-between gap-4 py-1.5">
          <span className="min-w-0 break-words">{name}</span>
          <span className="shrink-0 text-right text-ink-2">{detail}</span>
        </li>
      ))}
    </ul>
  );
}
