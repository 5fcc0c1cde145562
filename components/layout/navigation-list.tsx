import type { ReactNode } from "react";
import { NavLink } from "./nav-link";
import type { NavigationGroup, PageHref } from "./navigation";
import { NavigationIcon } from "./navigation-icon";

type NavigationListProps = {
  groups: NavigationGroup[];
  /** Beside a name: how many wait there. */
  notes?: Partial<Record<PageHref, ReactNode>> | undefined;
  /** Above the pages, and part of the same landmark. */
  header?: ReactNode;
};

export function NavigationList({ groups, notes = {}, header }: NavigationListProps) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-4">
      {header}
      {groups.map(({ name, pages }) => (
        <div key={name}>
          {name && <p className="px-2 pb-1 text-caption font-medium text-ink-3">{name}</p>}
          <ul className="flex flex-col gap-px">
            {pages.map((page) => (
              <li key={page.href}>
                <NavLink href={page.href} icon={<NavigationIcon href={page.href} />} note={notes[page.href]}>
                  {page.name}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
