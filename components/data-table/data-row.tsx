"use client";

import { memo } from "react";
import { RovingTabIndex } from "@/components/ui/popups/roving-tab-index";
import type { Column } from "./column";
import styles from "./data-table.module.css";
import { ROLE } from "./roles";
import type { RowMenuContent } from "./use-row-menu";

type DataRowProps<Row> = {
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  href: string | undefined;
  isSelected: boolean;
  /** Whether this row is the table's tab stop. */
  isActive: boolean;
  /** Names the checkbox, for rows that can be selected. */
  selectLabel: ((row: Row) => string) | undefined;
  isChecked: boolean;
  menu: ((row: Row) => RowMenuContent | null) | undefined;
  isMenuOpen: boolean;
};

/**
 * Uses plain links and buttons, whose events the table handles, because fifty rows of components are slow to render.
 */
function DataRowBody<Row>(props: DataRowProps<Row>) {
  const { id, row, columns, href, isSelected, isActive, selectLabel, isChecked, menu, isMenuOpen } = props;
  const tabIndex = isActive ? undefined : -1;
  const titleId = (columns.find(({ mobile }) => mobile === "title") ?? columns[0])?.id;
  const actions = menu?.(row);
  return (
    <RovingTabIndex value={tabIndex}>
      <tr
        {...ROLE.row}
        data-row={id}
        data-selected={isSelected || undefined}
        data-has-menu={menu ? "" : undefined}
      >
        {selectLabel && (
          <td {...ROLE.cell} data-select="">
            <label className={styles.select}>
              {/* The table handles its changes. */}
              <input
                type="checkbox"
                data-select-row=""
                aria-label={selectLabel(row)}
                tabIndex={tabIndex}
                checked={isChecked}
                readOnly
              />
            </label>
          </td>
        )}
        {columns.map((column) => {
          const isTitle = column.id === titleId;
          return (
            <td
              key={column.id}
              {...ROLE.cell}
              data-align={column.align}
              data-from={column.from}
              data-mobile={isTitle ? "title" : column.mobile}
            >
              {isTitle && href ? (
                <a
                  href={href}
                  tabIndex={tabIndex}
                  data-row-link=""
                  aria-current={isSelected ? "true" : undefined}
                  className={styles.link}
                >
                  {column.cell(row)}
                </a>
              ) : (
                column.cell(row)
              )}
            </td>
          );
        })}
        {menu && (
          <td {...ROLE.cell} data-menu="">
            {actions && (
              <button
                type="button"
                data-row-menu=""
                aria-haspopup="menu"
                aria-expanded={isMenuOpen}
                aria-label={actions.label}
                data-tip=""
                tabIndex={tabIndex}
                className={styles.menu}
              />
            )}
          </td>
        )}
      </tr>
    </RovingTabIndex>
  );
}

export const DataRow = memo(DataRowBody) as typeof DataRowBody;
