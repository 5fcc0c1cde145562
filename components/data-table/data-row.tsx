"use client";

import Link from "next/link";
import { memo, type ReactNode } from "react";
import type { MenuItem } from "@/components/ui/menu";
import { RovingTabIndex } from "@/components/ui/roving";
import type { Column } from "./column";
import styles from "./data-table.module.css";
import { ROLE } from "./roles";
import { RowMenu } from "./row-menu";

type DataRowProps<Row> = {
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  href: string | undefined;
  isSelected: boolean;
  /** The one stop of the Tab key among the rows. */
  isActive: boolean;
  /** Takes the place of following the link, where that is known to be no other page. */
  onOpen: ((row: Row) => void) | undefined;
  menu: ((row: Row) => { label: string; items: readonly MenuItem[] } | null) | undefined;
};

function DataRowBody<Row>({ id, row, columns, href, isSelected, isActive, onOpen, menu }: DataRowProps<Row>) {
  const tabIndex = isActive ? 0 : -1;
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
        {columns.map((column) => {
          const isTitle = column.id === titleId;
          return (
            <td
              key={column.id}
              {...ROLE.cell}
              data-align={column.align}
              data-from={column.from}
              data-mobile={isTitle ? "title" : (column.mobile ?? "hidden")}
            >
              {isTitle && href ? (
                <RowLink
                  href={href}
                  tabIndex={tabIndex}
                  isSelected={isSelected}
                  onOpen={onOpen && (() => onOpen(row))}
                >
                  {column.cell(row)}
                </RowLink>
              ) : (
                column.cell(row)
              )}
            </td>
          );
        })}
        {menu && (
          <td {...ROLE.cell} data-menu="">
            {actions && <RowMenu {...actions} />}
          </td>
        )}
      </tr>
    </RovingTabIndex>
  );
}

type RowLinkProps = {
  href: string;
  tabIndex: 0 | -1;
  isSelected: boolean;
  onOpen: (() => void) | undefined;
  children: ReactNode;
};

// Fifty links in view would fetch fifty pages: a row is fetched when someone comes near (useRowKeys).
function RowLink({ href, tabIndex, isSelected, onOpen, children }: RowLinkProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      scroll={!isSelected}
      // Called only for a plain press: a new tab is the browser's own affair.
      {...(onOpen && {
        onNavigate: (event) => {
          event.preventDefault();
          onOpen();
        },
      })}
      tabIndex={tabIndex}
      data-row-link=""
      aria-current={isSelected ? "true" : undefined}
      className={styles.link}
    >
      {children}
    </Link>
  );
}

export const DataRow = memo(DataRowBody) as typeof DataRowBody;
