"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { IntentLink } from "@/components/ui/intent-link";
import { isCurrentPage, type PageHref } from "./navigation";

type NavLinkProps = { href: PageHref; icon: ReactNode; note?: ReactNode; children: ReactNode };

export function NavLink({ href, icon, note, children }: NavLinkProps) {
  const isCurrent = isCurrentPage(href, usePathname());
  return (
    <IntentLink
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(
        "flex h-8 items-center gap-2.5 rounded-control px-2 transition-colors duration-quick max-md:h-11",
        isCurrent
          ? "bg-press font-medium text-ink *:first:text-accent"
          : "text-ink-2 hover:bg-hover hover:text-ink *:first:text-ink-3",
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
      {note != null && <span className="ml-auto text-small font-normal text-ink-3">{note}</span>}
    </IntentLink>
  );
}
