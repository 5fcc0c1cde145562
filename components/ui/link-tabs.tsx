import type { ReactNode } from "react";
import { IntentLink } from "./buttons/intent-link";
import { classNames } from "./class-names";

type LinkTab = { href: string; name: ReactNode; isCurrent: boolean };

/** Tabs with their own URLs. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b">
      {tabs.map(({ href, name, isCurrent }) => (
        <IntentLink
          key={href}
          href={href}
          scroll={false}
          aria-current={isCurrent ? "page" : undefined}
          className={classNames(
            "-mb-px flex h-9 items-center whitespace-nowrap rounded-t-control border-b-2 px-2.5 transition-colors duration-quick focus-visible:-outline-offset-2",
            isCurrent ? "border-accent font-medium text-ink" : "border-transparent text-ink-2 hover:text-ink",
          )}
        >
          {name}
        </IntentLink>
      ))}
    </nav>
  );
}
