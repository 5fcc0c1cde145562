import type { ReactNode } from "react";
import { type List, type SortableColumnId, sortableColumns, type TableColumnId } from "@/lib/lists/list";

export type Column<Row> = {
  id: string;
  header: string;
  /** Shown beside the header in a muted color: `<ZoneName />`. */
  note?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Use "end" for numbers. */
  align?: "start" | "end";
  /** The relative width where the content allows it, so that columns stay in place when rows are added. */
  share?: number;
  /** Can't be hidden in the table settings. */
  isFixed?: boolean;
  isHiddenByDefault?: boolean;
  /** Hidden if the table is narrower than this. */
  from?: "medium" | "wide";
  /** The position in the list layout on phones: title, second line, or end of the line. Others are left out. */
  mobile?: "title" | "subtitle" | "meta";
};

type Cell<Row> = Omit<Column<Row>, "id" | "header">;

/** How a table shows each column of the list, in the order of the table. */
export type TableCells<Of extends List, Row> = Readonly<Record<TableColumnId<Of>, Cell<Row>>>;

export function tableColumns<Row>(
  { columns }: List,
  cells: Readonly<Record<string, Cell<Row>>>,
): readonly Column<Row>[] {
  return Object.entries(cells).map(([id, cell]) => {
    const { header = id, isHiddenByDefault } = columns[id] ?? {};
    return { id, header, ...(isHiddenByDefault && { isHiddenByDefault }), ...cell };
  });
}

export type SortLink = {
  direction: "asc" | "desc" | null;
  /** The order that the link leads to. */
  sort: string;
  href: string;
};

/** Returns a link for each sortable column. Text columns start in ascending order, others in descending order. */
export function sortLinks<Of extends List>(
  list: Of,
  current: string,
  hrefFor: (sort: `${SortableColumnId<Of>}:${"asc" | "desc"}`) => string,
): Record<string, SortLink> {
  const [sortedId, direction] = current.split(":");
  const links = sortableColumns(list).map((id): [string, SortLink] => {
    const isSorted = id === sortedId;
    const isDescending = direction === "desc";
    const isText = list.columns[id]?.sort?.type === "text";
    const sort = `${id}:${(isSorted ? isDescending : isText) ? "asc" : "desc"}` as const;
    const shown = isSorted ? (isDescending ? "desc" : "asc") : null;
    return [id, { direction: shown, sort, href: hrefFor(sort) }];
  });
  return Object.fromEntries(links);
}
