"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { savePreference } from "@/lib/client/preferences";
import {
  DEFAULT_TABLE_PREFERENCES,
  isColumnShown,
  type TablePreferences,
  tableCookie,
  writeTablePreferences,
} from "@/lib/client/table-preferences";
import type { AppError } from "@/lib/domain/result";
import type { Column, SortLink } from "./column";
import { ColumnMenu } from "./column-menu";
import { DataRow } from "./data-row";
import styles from "./data-table.module.css";
import { DataTableHead } from "./data-table-head";
import { ROW_LINK } from "./open-row";
import { ROLE } from "./roles";
import { useRowKeys } from "./use-row-keys";
import { type RowActions, useRowMenu } from "./use-row-menu";

export type DataTableProps<Row> = {
  /** Names the table to those who hear it, and its preferences: "cards". */
  name: string;
  label: string;
  /** Keep it outside the component: a new list of columns is a new table. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** Shows the row's page without waiting for the server. */
  onOpenRow?: (row: Row) => void;
  /** Keep it the same from render to render, or every row is drawn anew. */
  rowMenu?: (row: Row) => RowActions | null;
  selectedId?: string | null;
  sorts?: Record<string, SortLink>;
  /** `parseTablePreferences` of the cookie `tableCookie(name)`, read by the server. */
  preferences?: TablePreferences;
  /** New rows are on their way: these stay until then. */
  isBusy?: boolean;
  error?: AppError | null;
  onRetry?: () => void;
  /** `EmptyState`: why there is nothing, and what to do. */
  empty: ReactNode;
  /** Filters and search, above the table. */
  toolbar?: ReactNode;
  /** `Pagination`, freshness, totals. */
  footer?: ReactNode;
};

/** The one table. On a phone a list; its rows are links, walked by arrow keys. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, label, columns, rows, rowId, rowHref, onOpenRow, rowMenu, selectedId, sorts } = props;
  const { isBusy = false, error = null, onRetry, empty, toolbar, footer } = props;
  const [preferences, setPreferences] = useState(props.preferences ?? DEFAULT_TABLE_PREFERENCES);
  const router = useRouter();
  const find = (id: string | undefined) => rows.find((row) => rowId(row) === id);

  const menu = useRowMenu((id) => {
    const row = find(id);
    return (row && rowMenu?.(row)) ?? null;
  });
  const { activeId, rowProps } = useRowKeys({
    isFetchedAhead: onOpenRow === undefined && !isBusy,
    follow,
    menu: menu.events,
  });

  // The same columns are the same list: rows are drawn anew only when it changes.
  const shownColumns = useMemo(
    () => columns.filter((column) => isColumnShown(column, preferences)),
    [columns, preferences],
  );
  // A phone's list shows no heads: what stands beside them is said once above the rows.
  const notes = shownColumns.filter(({ note, mobile }) => note != null && mobile);
  const ids = rows.map(rowId);
  const stop = activeId !== null && ids.includes(activeId) ? activeId : (selectedId ?? ids[0]);

  function follow(link: HTMLAnchorElement) {
    const row = link.matches(ROW_LINK) ? find(link.closest("tr")?.dataset.row) : undefined;
    if (row && onOpenRow) onOpenRow(row);
    else router.push(link.getAttribute("href") ?? "", { scroll: !link.hasAttribute("aria-current") });
  }

  function choose(next: TablePreferences) {
    setPreferences(next);
    savePreference(tableCookie(name), writeTablePreferences(next));
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">{toolbar}</div>
        <ColumnMenu
          columns={columns.filter(({ isFixed }) => !isFixed)}
          preferences={preferences}
          onChange={choose}
        />
      </div>
      {error && rows.length > 0 && (
        <ErrorState error={error} onRetry={onRetry} isRetrying={isBusy} tone="warn" isInline />
      )}
      <div className={styles.frame}>
        <div className={styles.panel}>
          {isBusy && <div aria-hidden="true" className={styles.progress} />}
          {rows.length > 0 && notes.length > 0 && (
            <p aria-hidden="true" className={styles.notes}>
              {notes.map(({ id, header, note }) => (
                <span key={id}>
                  {header}: {note}
                </span>
              ))}
            </p>
          )}
          {rows.length > 0 ? (
            <table
              {...ROLE.table}
              ref={markAwake}
              aria-label={label}
              aria-busy={isBusy}
              data-density={preferences.density}
              className={styles.table}
            >
              <DataTableHead columns={shownColumns} sorts={sorts} hasMenu={rowMenu !== undefined} />
              <tbody {...ROLE.group} {...rowProps}>
                {rows.map((row) => {
                  const id = rowId(row);
                  return (
                    <DataRow
                      key={id}
                      id={id}
                      row={row}
                      columns={shownColumns}
                      href={rowHref?.(row)}
                      isSelected={id === selectedId}
                      isActive={id === stop}
                      menu={rowMenu}
                      isMenuOpen={id === menu.openId}
                    />
                  );
                })}
              </tbody>
            </table>
          ) : error ? (
            <ErrorState error={error} onRetry={onRetry} isRetrying={isBusy} />
          ) : (
            empty
          )}
        </div>
      </div>
      {footer}
      {menu.list}
    </div>
  );
}

/** From here on a press on a row is answered by the table (`openRow`), and its text can be selected. */
function markAwake(table: HTMLTableElement | null): void {
  table?.setAttribute("data-awake", "");
}
