import type { CSSProperties } from "react";
import { ROLE } from "@/components/data-table/roles";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/messages/skeleton";
import { DateTime, ZoneName } from "@/components/ui/values/date-time";
import { formatMoney } from "@/lib/domain/money/money";
import { isIdColumn } from "@/lib/domain/reports/id-column";
import type { ReportColumns } from "@/lib/domain/reports/report";
import { timeZoneLabel } from "@/lib/domain/time/time-zone";
import { parseTimestamp } from "@/lib/domain/time/timestamp";

const NUMBER = /^-?\d+(\.\d+)?$/;
const MIN_WIDTH = 9;
const MAX_WIDTH = 40;
const PADDING = 5;

export type RowWidths = {
  /** The file's column index for each shown column. */
  order: readonly number[];
  template: string;
  total: string;
  isNumeric: boolean[];
  isTime: boolean[];
};

type WidthOptions = {
  order: readonly number[];
  /** The zone of the shown times, which the column header names. */
  timeZone: string;
};

/** Estimates the column widths from the names and the first rows. */
export function rowWidths(
  columns: readonly string[],
  rows: readonly string[][],
  { order, timeZone }: WidthOptions,
): RowWidths {
  const isTime = columns.map((_, index) => rows.some((row) => parseTimestamp(row[index] ?? "") !== null));
  const sizes = order.map((index) => {
    const name = columns[index] ?? "";
    const header = isTime[index] ? `${name} ${timeZoneLabel(timeZone)}` : name;
    // A formatted time is shorter than the issuer's.
    const longest = Math.max(header.length + 3, ...rows.map((row) => row[index]?.length ?? 0));
    return Math.min(Math.max(longest, MIN_WIDTH), MAX_WIDTH) + PADDING;
  });
  return {
    order,
    isTime,
    template: sizes.map((size) => `minmax(${size}ch, 1fr)`).join(" "),
    total: `${sizes.reduce((sum, size) => sum + size, 0)}ch`,
    isNumeric: columns.map(
      (name, index) =>
        // Numeric IDs aren't aligned as numbers.
        !isIdColumn(name) && rows.length > 0 && rows.every((row) => NUMBER.test(row[index] ?? "")),
    ),
  };
}

type TableHeadProps = {
  columns: readonly string[];
  widths: RowWidths;
  sort: string | null;
  hrefFor: (sort: string | null) => string;
};

export function ReportTableHead({ columns, widths, sort, hrefFor }: TableHeadProps) {
  const [sortedIndex, direction] = sort?.split(":") ?? [];
  return (
    <thead {...ROLE.group} className="sticky block top-0 z-10" style={{ minWidth: widths.total }}>
      <tr
        {...ROLE.row}
        className="grid h-8 items-center border-line border-b bg-paper font-mono text-small text-ink-2"
        style={{ gridTemplateColumns: widths.template }}
      >
        {widths.order.map((index) => {
          const isSorted = sortedIndex === String(index);
          const next = !isSorted ? `${index}:asc` : direction === "asc" ? `${index}:desc` : null;
          return (
            <th
              key={index}
              scope="col"
              {...ROLE.head}
              aria-sort={isSorted ? (direction === "asc" ? "ascending" : "descending") : "none"}
              className={classNames(
                "truncate px-3 text-start font-normal",
                widths.isNumeric[index] && "text-right",
              )}
            >
              <IntentLink href={hrefFor(next)} scroll={false} className="rounded-[3px] hover:text-ink">
                {columns[index]}
                <span aria-hidden="true">{isSorted ? (direction === "asc" ? " ↑" : " ↓") : ""}</span>
              </IntentLink>
              {widths.isTime[index] && (
                <span className="text-ink-3">
                  {" "}
                  <ZoneName />
                </span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type RowProps = { index: number; style: CSSProperties; row: readonly string[] | undefined };

export function ReportRow({ index, style, row, widths }: RowProps & { widths: RowWidths }) {
  return (
    <tr
      {...ROLE.row}
      aria-rowindex={index + 2}
      className="absolute inset-x-0 top-0 grid items-center border-line border-b font-mono text-small hover:bg-hover"
      style={{ ...style, gridTemplateColumns: widths.template }}
    >
      {widths.order.map((column) => (
        <td
          key={column}
          {...ROLE.cell}
          className={classNames("truncate px-3", widths.isNumeric[column] && "text-right")}
        >
          {row ? (
            <CellText text={row[column] ?? ""} isTime={widths.isTime[column] ?? false} />
          ) : (
            <Skeleton className="h-3 w-16" />
          )}
        </td>
      ))}
    </tr>
  );
}

/** Formats times in a time column; any other text is shown as is. */
function CellText({ text, isTime }: { text: string; isTime: boolean }) {
  return isTime && parseTimestamp(text) ? <DateTime value={text} style="seconds" /> : text;
}

type ListItemProps = RowProps & { columns: readonly string[]; columnRoles: ReportColumns };

/** A row in the list layout for narrow screens. */
export function ReportListItem({ index, style, row, columns, columnRoles }: ListItemProps) {
  const cell = (column: number | null) => (column === null ? undefined : row?.[column]);
  const amount = cell(columnRoles.amount);
  const title = cell(columnRoles.kind) ?? row?.[0];
  const merchant = row?.[columns.indexOf("merchant")];
  return (
    <tr
      {...ROLE.row}
      aria-rowindex={index + 2}
      className="absolute inset-x-0 top-0 flex items-center justify-between gap-3 border-line border-b px-4"
      style={style}
    >
      {row ? (
        <>
          <td {...ROLE.cell} className="min-w-0">
            <p className="truncate font-medium">{merchant ? `${title}, ${merchant}` : title}</p>
            <p className="truncate text-small text-ink-2">
              <DateTime value={cell(columnRoles.time) ?? row[1] ?? ""} style="full" />
            </p>
          </td>
          <td {...ROLE.cell} className="shrink-0 text-right">
            {amount === undefined ? row.at(-1) : formatMoney(amount, cell(columnRoles.currency) ?? "")}
          </td>
        </>
      ) : (
        <td {...ROLE.cell}>
          <Skeleton className="h-3.5 w-40" />
        </td>
      )}
    </tr>
  );
}
