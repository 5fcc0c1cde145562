import type { ReactNode } from "react";
import { classNames } from "./class-names";

type Fact = { name: ReactNode; value: ReactNode };

export function DescriptionList({
  facts,
  className,
}: {
  facts: readonly Fact[];
  className?: string | undefined;
}) {
  return (
    <dl className={classNames("divide-y divide-line", className)}>
      {facts.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and names may be nodes
        <div key={index} className="flex min-h-8 items-baseline justify-between gap-6 py-1.5">
          <dt className="shrink-0 text-ink-2">{name}</dt>
          <dd className="min-w-0 text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
