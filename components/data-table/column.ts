import type { ReactNode } from "react";

export type Column<Row> = {
  id: string;
  header: string;
  /** Shown beside the header in a muted color: `<ZoneName />`. */
  note?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Use "end" for numbers. */
  align?: "start" | "end";
  /** Can't be hidden in the table settings. */
  isFixed?: boolean;
  isHiddenByDefault?: boolean;
  /** Hidden if the table is narrower than this. */
  from?: "medium" | "wide";
  /**
   * The position in the list layout on phones: title, second line, or end of the line. Columns without it are left out.
   */
  mobile?: "title" | "subtitle" | "meta";
};

export type SortLink = { direction: "asc" | "desc" | null; href: string };

/** Returns a link for each sortable column. Text columns start in ascending order, others in descending order. */
export function sortLinks<Id extends string>(
  current: string,
  columns: readonly Id[],
  hrefFor: (sort: `${Id}:${"asc" | "desc"}`) => string,
  textColumns: readonly Id[] = [],
): Record<string, SortLink> {
  const [sortedId, direction] = current.split(":");
  const links = columns.map((id): [string, SortLink] => {
    if (id !== sortedId) {
      return [id, { direction: null, href: hrefFor(`${id}:${textColumns.includes(id) ? "asc" : "desc"}`) }];
    }
    const isDescending = direction === "desc";
    return [
      id,
      { direction: isDescending ? "desc" : "asc", href: hrefFor(`${id}:${isDescending ? "asc" : "desc"}`) },
    ];
  });
  return Object.fromEntries(links);
}
