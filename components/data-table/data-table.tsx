"use client";

import { type ReactNode, useMemo, useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import type { MenuItem } from "@/components/ui/menu";
import { rememberPreference } from "@/lib/client/preferences";
import {
  type TablePreferences,
  tableCookie,
  USUAL_TABLE,
  writeTablePreferences,
} from "@/lib/client/table-preferences";
import type { AppError } from "@/lib/domain/result";
import type { Column, SortLink } from "./column";
import { ColumnMenu } from "./column-menu";
import { DataRow } from "./data-row";
import styles from "./data-table.module.css";
import { DataTableHead } from "./data-table-head";
import { ROLE } from "./roles";
import { useRowKeys } from "./use-row-keys";

export type DataTableProps<Row> = {
  /** Names the table to those who hear it, and its preferences: "cards". */
  name: string;
  label: string;
  /** Keep it outside the component: a new list of columns is a new table. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** Shows the row's page without waiting for the server. Keep it the same from render to render. */
  onOpenRow?: (row: Row) => void;
  /** Keep it the same from render to render, or every row is drawn anew. */
  rowMenu?: (row: Row) => { label: string; items: readonly MenuItem[] } | null;
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
  const [preferences, setPreferences] = useState(props.preferences ?? USUAL_TABLE);
  const hidden = useMemo(() => preferences.hidden ?? extraIds(columns), [preferences.hidden, columns]);
  const { activeId, rowProps } = useRowKeys({ isFetchedAhead: onOpenRow === undefined && !isBusy });

  // The same columns are the same list: rows are drawn anew only when it changes.
  const shownColumns = useMemo(
    () => columns.filter(({ id, isFixed }) => isFixed || !hidden.includes(id)),
    [columns, hidden],
  );
  const ids = rows.map(rowId);
  const stop = activeId !== null && ids.includes(activeId) ? activeId : (selectedId ?? ids[0]);

  function choose(next: TablePreferences) {
    setPreferences(next);
    rememberPreference(tableCookie(name), writeTablePreferences(next));
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">{toolbar}</div>
        <ColumnMenu
          columns={columns.filter(({ isFixed }) => !isFixed)}
          hidden={hidden}
          density={preferences.density}
          onChange={choose}
        />
      </div>
      {error && rows.length > 0 && (
        <ErrorState error={error} onRetry={onRetry} isRetrying={isBusy} isInline />
      )}
      <div className={styles.frame}>
        <div className={styles.panel}>
          {isBusy && <div aria-hidden="true" className={styles.progress} />}
          {rows.length > 0 ? (
            <table
              {...ROLE.table}
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
                      onOpen={onOpenRow}
                      menu={rowMenu}
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
    </div>
  );
}

function extraIds(columns: readonly Pick<Column<never>, "id" | "isExtra">[]): string[] {
  return columns.filter(({ isExtra }) => isExtra).map(({ id }) => id);
}
