import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { formatCount } from "@/lib/domain/money/numbers";
import { buttonStyle } from "./buttons/button-style";
import { IntentLink } from "./buttons/intent-link";

type PaginationProps = {
  /** The accessible name, if a page has more than one. */
  label?: string;
  page: number;
  /** Only if the total is known. */
  pageCount?: number | undefined;
  previousHref: string | null;
  nextHref: string | null;
  /** Additional information, such as the total. */
  children?: ReactNode;
};

export function Pagination({
  label = "Pages",
  page,
  pageCount,
  previousHref,
  nextHref,
  children,
}: PaginationProps) {
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-paper py-2 text-small text-ink-2 sm:sticky sm:bottom-0 sm:z-2 sm:**:[a]:-scroll-mb-16"
    >
      <p className="flex flex-wrap items-center gap-x-3">
        <span>
          Page {formatCount(page)}
          {pageCount !== undefined && ` of ${formatCount(Math.max(pageCount, 1))}`}
        </span>
        {children}
      </p>
      <div className="flex gap-2">
        <PageLink href={previousHref} rel="prev">
          <ChevronLeft className="-ml-1 size-4" aria-hidden="true" />
          Previous
        </PageLink>
        <PageLink href={nextHref} rel="next">
          Next
          <ChevronRight className="-mr-1 size-4" aria-hidden="true" />
        </PageLink>
      </div>
    </nav>
  );
}

function PageLink({
  href,
  rel,
  children,
}: {
  href: string | null;
  rel: "prev" | "next";
  children: ReactNode;
}) {
  const style = { tone: "plain", size: "normal", isInactive: href === null } as const;
  if (href === null) {
    return (
      <button type="button" disabled className={buttonStyle(style)}>
        {children}
      </button>
    );
  }
  return (
    <IntentLink href={href} rel={rel} className={buttonStyle(style)}>
      {children}
    </IntentLink>
  );
}
