import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { classNames } from "@/components/ui/class-names";
import { usePendingPath } from "@/lib/client/pending-navigation";
import { isCurrentPage, type NavigationGroup, type NavigationPage } from "./navigation";
import { NavigationIcon } from "./navigation-icon";

type NavigationListProps = {
  groups: NavigationGroup[];
  /** Shown above the pages, inside the same landmark. */
  header?: ReactNode;
  /** Shown at the end of the entry for approvals. */
  approvalCount?: ReactNode;
};

export function NavigationList({ groups, header, approvalCount }: NavigationListProps) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-4">
      {header}
      {groups.map(({ name, pages }) => (
        <div key={name}>
          {name && <p className="px-2 pb-1 text-caption font-medium text-ink-3">{name}</p>}
          <ul className="flex flex-col gap-px">
            {pages.map((page) => (
              <li key={page.href}>
                <NavigationLink {...page} count={page.href === "/approvals" ? approvalCount : null} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function NavigationLink({ href, name, count }: NavigationPage & { count: ReactNode }) {
  const pathname = usePathname();
  const pendingPath = usePendingPath();
  const isCurrent = isCurrentPage(href, pathname);
  const isHighlighted = isCurrentPage(href, pendingPath ?? pathname);
  return (
    <IntentLink
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(
        "flex h-8 items-center gap-2.5 rounded-control px-2 transition-colors duration-quick max-md:h-11",
        isHighlighted
          ? "bg-press font-medium text-ink *:first:text-accent"
          : "text-ink-2 hover:bg-hover hover:text-ink *:first:text-ink-3",
      )}
    >
      <NavigationIcon href={href} />
      <span className="truncate">{name}</span>
      {count}
    </IntentLink>
  );
}
