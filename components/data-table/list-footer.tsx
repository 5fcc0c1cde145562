import type { ReactNode } from "react";
import { Pagination } from "@/components/ui/pagination";
import type { ListPage, ListPosition } from "@/lib/domain/lists";

type ListFooterProps = {
  page: ListPage<unknown>;
  /** "412 cards", where the number is known. */
  total: string | null;
  /** How complete the index is, and as of when: said wherever it answers. */
  freshness: ReactNode;
  hrefAt: (position: ListPosition) => string;
};

/** Where one is, how many there are, and where the rows come from. */
export function ListFooter({ page, total, freshness, hrefAt }: ListFooterProps) {
  return (
    <Pagination
      page={page.page}
      pageCount={page.pageCount ?? undefined}
      previousHref={page.previous && hrefAt(page.previous)}
      nextHref={page.next && hrefAt(page.next)}
    >
      {total !== null && <span>{total}</span>}
      <span className="text-ink-3">{page.source === "issuer" ? "Live from the issuer" : freshness}</span>
    </Pagination>
  );
}
