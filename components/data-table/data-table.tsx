"use client";

import { useRouter } from "next/navigation";
import { type ChangeEvent, lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import type { ColumnChoice } from "@/lib/client/column-choice";
import { savePreference } from "@/lib/client/preferences";
import {
  DEFAULT_TABLE_PREFERENCES,
  isColumnShown,
  type TablePreferences,
  tableCookie,
  writeTablePreferences,
} from "@/lib/client/table-preferences";
import type { AppError } from "@/lib/domain/result";
import { shownColumns as choicesToColumns, columnChoices } from "@/lib/lists/list";
import type { Column, SortLink } from "./column";
import { ColumnMenu } from "./column-menu";
import { DataRow } from "./data-row";
import styles from "./data-table.module.css";
import { DataTableHead } from "./data-table-head";
import { ROW_LINK_SELECTOR } from "./open-row";
import { ROLE } from "./roles";
import { SELECT_BOX_SELECTOR, useRowKeys } from "./use-row-keys";
import { type RowMenuContent, useRowMenu } from "./use-row-menu";
import { useVisibleFirst } from "./use-visible-first";

const ErrorState = lazy(() =>
  import("@/components/ui/messages/error-state").then((module) => ({ default: module.ErrorState })),
);

/** The part of `useSelection` that a table needs. */
type RowSelection<Row> = {
  has: (id: string) => boolean;
  toggle: (row: Row, isSelected: boolean, isRange: boolean) => void;
};

export type DataTableProps<Row> = {
  /** Identifies the table's preferences: "cards". */
  name: string;
  label: string;
  /** Define it outside the component: a new array rerenders every row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** Opens the row without a navigation. */
  onOpenRow?: (row: Row) => void;
  /** Must be stable between renders, otherwise every row rerenders. */
  rowMenu?: (row: Row) => RowMenuContent | null;
  /** Lets people select rows. */
  selection?: RowSelection<Row> | undefined;
  /** The name of a row's checkbox. Must be stable between renders, otherwise every row rerenders. */
  selectLabel?: (row: Row) => string;
  /** The row that is open beside the table. */
  selectedId?: string | null;
  sorts?: Record<string, SortLink>;
  /** The next visit without an order in the URL starts with the one that was chosen last. */
  isSortRemembered?: boolean;
  /** Parsed by the server from the cookie `tableCookie(name)`. */
  preferences?: TablePreferences;
  /** The columns of an open view, instead of the preferred ones. */
  columnChoice?: ColumnChoice | undefined;
  /** New rows are loading; the current ones stay until then. */
  isBusy?: boolean;
  error?: AppError | null;
  onRetry?: () => void;
  /** An `EmptyState`. */
  empty: ReactNode;
  toolbar?: ReactNode;
  /** `SelectionBar`, if rows can be selected. */
  selectionBar?: ReactNode;
  /** `Pagination`, freshness, totals. */
  footer?: ReactNode;
};

/** A table that becomes a list on phones. Its rows are links, navigated with arrow keys. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, label, columns, rows, rowId, rowHref, onOpenRow, rowMenu, selectedId, sorts } = props;
  const { selection, selectLabel } = props;
  const { isBusy = false, error = null, onRetry, empty, toolbar, selectionBar, footer } = props;
  const { columnChoice } = props;
  const [ownPreferences, setPreferences] = useState(props.preferences ?? DEFAULT_TABLE_PREFERENCES);
  // By its text, because each response from the server has a new array, which would rerender every row.
  const choices = columnChoice?.columns.join();
  const preferences = useMemo(
    () =>
      choices === undefined
        ? ownPreferences
        : { ...ownPreferences, columns: choicesToColumns(choices.split(",").filter(Boolean)) },
    [ownPreferences, choices],
  );
  const router = useRouter();
  const findRow = (id: string | undefined) => rows.find((row) => rowId(row) === id);

  const menu = useRowMenu((id) => {
    const row = findRow(id);
    return (row && rowMenu?.(row)) ?? null;
  });
  const { activeId, rowProps } = useRowKeys({
    canPrefetch: onOpenRow === undefined && !isBusy,
    canSelect: selection !== undefined,
    openLink,
    menu: menu.events,
  });

  // Memoized because a new array rerenders every row.
  const shownColumns = useMemo(
    () => columns.filter((column) => isColumnShown(column, preferences)),
    [columns, preferences],
  );
  // The list layout has no column headers, so their notes are shown once above the rows.
  const notes = shownColumns.filter(({ note, mobile }) => note != null && mobile);
  const ids = rows.map(rowId);
  const renderedRows = useVisibleFirst(rows, rowId);
  const tabStopId = activeId !== null && ids.includes(activeId) ? activeId : (selectedId ?? ids[0]);

  function openLink(link: HTMLAnchorElement) {
    const row = link.matches(ROW_LINK_SELECTOR) ? findRow(link.closest("tr")?.dataset.row) : undefined;
    if (row && onOpenRow) onOpenRow(row);
    else router.push(link.getAttribute("href") ?? "", { scroll: !link.hasAttribute("aria-current") });
  }

  function toggleRow({ target, nativeEvent }: ChangeEvent<HTMLElement>) {
    const row = target.matches(SELECT_BOX_SELECTOR) ? findRow(target.closest("tr")?.dataset.row) : undefined;
    // A change of a checkbox is a click.
    const isRange = (nativeEvent as MouseEvent).shiftKey === true;
    if (row) selection?.toggle(row, (target as HTMLInputElement).checked, isRange);
  }

  function changePreferences(next: TablePreferences) {
    if (columnChoice && next.columns !== preferences.columns) {
      const list = { columns: Object.fromEntries(columns.map((column) => [column.id, column])) };
      columnChoice.onChange(columnChoices(list, (id) => next.columns[id]));
      return;
    }
    const own = { ...next, columns: columnChoice ? ownPreferences.columns : next.columns };
    setPreferences(own);
    savePreference(tableCookie(name), writeTablePreferences(own));
    // The page may now offer to save the columns as a view.
    if (own.columns !== ownPreferences.columns) router.refresh();
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">{toolbar}</div>
        <ColumnMenu
          columns={columns.filter(({ isFixed }) => !isFixed)}
          preferences={preferences}
          onChange={changePreferences}
        />
      </div>
      {selectionBar}
      {error && rows.length > 0 && (
        <Suspense>
          <ErrorState error={error} onRetry={onRetry} isRetrying={isBusy} tone="warn" isInline />
        </Suspense>
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
              ref={markHydrated}
              aria-label={label}
              aria-busy={isBusy}
              data-density={preferences.density}
              className={styles.table}
            >
              <DataTableHead
                columns={shownColumns}
                sorts={sorts}
                onSort={
                  props.isSortRemembered ? (sort) => changePreferences({ ...preferences, sort }) : undefined
                }
                hasSelect={selection !== undefined}
                hasMenu={rowMenu !== undefined}
              />
              <tbody {...ROLE.group} {...rowProps} onChange={selection && toggleRow}>
                {renderedRows.map((row) => {
                  const id = rowId(row);
                  return (
                    <DataRow
                      key={id}
                      id={id}
                      row={row}
                      columns={shownColumns}
                      href={rowHref?.(row)}
                      isSelected={id === selectedId}
                      isActive={id === tabStopId}
                      selectLabel={selection && selectLabel}
                      isChecked={selection?.has(id) ?? false}
                      menu={rowMenu}
                      isMenuOpen={id === menu.openId}
                    />
                  );
                })}
              </tbody>
            </table>
          ) : error ? (
            <Suspense>
              <ErrorState error={error} onRetry={onRetry} isRetrying={isBusy} />
            </Suspense>
          ) : (
            empty
          )}
          {renderedRows.length < rows.length && (
            <div style={{ height: `calc(${rows.length - renderedRows.length} * var(--row-height))` }} />
          )}
        </div>
      </div>
      {footer}
      {menu.menu}
    </div>
  );
}

/** After hydration the table handles clicks on rows (`openRow`), so the CSS can make their text selectable. */
function markHydrated(table: HTMLTableElement | null): void {
  table?.setAttribute("data-hydrated", "");
}
