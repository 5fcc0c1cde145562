import { IntentLink } from "@/components/ui/buttons/intent-link";
import type { Column, SortLink } from "./column";
import styles from "./data-table.module.css";
import { ROLE } from "./roles";

type DataTableHeadProps = {
  columns: readonly Pick<Column<never>, "id" | "header" | "note" | "align" | "from" | "share">[];
  sorts?: Record<string, SortLink> | undefined;
  onSort?: ((sort: string) => void) | undefined;
  hasSelect: boolean;
  hasMenu: boolean;
};

export function DataTableHead({ columns, sorts = {}, onSort, hasSelect, hasMenu }: DataTableHeadProps) {
  const shares = columns.reduce((sum, { share = 0 }) => sum + share, 0);
  return (
    <thead {...ROLE.group}>
      <tr {...ROLE.row}>
        {hasSelect && (
          <th scope="col" {...ROLE.head} data-select="">
            <span className="sr-only">Select</span>
          </th>
        )}
        {columns.map(({ id, header, note, align, from, share }) => {
          const sort = sorts[id];
          return (
            <th
              key={id}
              scope="col"
              {...ROLE.head}
              data-align={align}
              data-from={from}
              style={share ? { width: `${((100 * share) / shares).toFixed(1)}%` } : undefined}
              aria-sort={ariaSort(sort)}
            >
              {sort ? <SortableHeader header={header} sort={sort} onSort={onSort} /> : <span>{header}</span>}
              {note != null && <span className="font-normal text-ink-3"> {note}</span>}
            </th>
          );
        })}
        {hasMenu && (
          <th scope="col" {...ROLE.head} data-menu="">
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

type SortableHeaderProps = { header: string; sort: SortLink; onSort: DataTableHeadProps["onSort"] };

function SortableHeader({ header, sort, onSort }: SortableHeaderProps) {
  return (
    <IntentLink href={sort.href} scroll={false} onClick={() => onSort?.(sort.sort)} className={styles.sort}>
      {header}
      <svg
        viewBox="0 0 10 10"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
        className={styles.arrow}
      >
        <path d="M5 1.5v7m0 0L2 5.6m3 2.9 3-2.9" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </IntentLink>
  );
}

function ariaSort(sort: SortLink | undefined): "ascending" | "descending" | undefined {
  if (!sort?.direction) return undefined;
  return sort.direction === "asc" ? "ascending" : "descending";
}
