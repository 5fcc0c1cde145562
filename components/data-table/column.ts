import type { ReactNode } from "react";

export type Column<Row> = {
  id: string;
  header: string;
  /** Beside the header, quieter: `<ZoneName />`. */
  note?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  align?: "start" | "end";
  /** Cannot be taken away by the person who looks. */
  isFixed?: boolean;
  /** Hidden by default: shown once someone turns it on in the table settings. */
  isHiddenByDefault?: boolean;
  /** Steps back where the table is narrower than this. */
  from?: "medium" | "wide";
  /**
   * What becomes of it in the list that a phone gets: the row's title, a line under it, or something at the end of the
   * line. Left out, it is not part of that list.
   */
  mobile?: "title" | "subtitle" | "meta";
};

export type SortLink = { direction: "asc" | "desc" | null; href: string };

/** `created:desc` and a way to write links → a link for each column that can be sorted. Words are first sorted from A on. */
export function sortLinks<Id extends string>(
  current: string,
  columns: readonly Id[],
  hrefFor: (sort: `${Id}:${"asc" | "desc"}`) => string,
  words: readonly Id[] = [],
): Record<string, SortLink> {
  const [sorted, direction] = current.split(":");
  const links = columns.map((id): [string, SortLink] => {
    if (id !== sorted) {
      return [id, { direction: null, href: hrefFor(`${id}:${words.includes(id) ? "asc" : "desc"}`) }];
    }
    const isDescending = direction === "desc";
    return [
      id,
      { direction: isDescending ? "desc" : "asc", href: hrefFor(`${id}:${isDescending ? "asc" : "desc"}`) },
    ];
  });
  return Object.fromEntries(links);
}
