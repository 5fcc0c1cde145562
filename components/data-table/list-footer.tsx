import type { ReactNode } from "react";
import { Pagination } from "@/components/ui/pagination";
import type { ListPage, ListPosition } from "@/lib/domain/cards/listed";

type ListFooterProps = {
  page: ListPage<unknown>;
  /** "412 cards", if the number is known. */
  total: string | null;
  /** Shown if the rows come from the index. */
  freshness: ReactNode;
  hrefAt: (position: ListPosition) => string;
};

export function ListFooter({ page, total, freshness, hrefAt }: ListFooterProps) {
  return (
    <Pagination
      page={page.page}
      pageCount={page.pageCount ?? undefined}
      previousHref={page.previous && hrefAt(page.previous)}
      nextHref={page.next && hrefAt(page.next)}
    >
      {total !== null && <span>{total}</span>}
      <span className="text-ink-3">{page.source === "issuer" ? "From the issuer" : freshness}</span>
    </Pagination>
  );
}
