import type { CSSProperties } from "react";
import { ROLE } from "@/components/data-table/roles";
import { classNames } from "@/components/ui/class-names";
import { DateTime, ZoneName } from "@/components/ui/date-time";
import { IntentLink } from "@/components/ui/intent-link";
import { Skeleton } from "@/components/ui/skeleton";
import { formatMoney } from "@/lib/domain/money";
import type { ReportColumns } from "@/lib/domain/report";
import { timeZoneLabel } from "@/lib/domain/time-zone";
import { parseTimestamp } from "@/lib/domain/timestamp";
import { isIdColumn } from "./reading-order";

const NUMBER = /^-?\d+(\.\d+)?$/;
const NARROWEST = 9;
const WIDEST = 40;
const PADDING = 5;

export type RowWidths = {
  /** Which column of the file stands at each place. */
  order: readonly number[];
  template: string;
  total: string;
  isNumeric: boolean[];
  isTime: boolean[];
};

type WidthOptions = {
  order: readonly number[];
  /** That the times are shown in: their column's head names it. */
  timeZone: string;
};

/** How wide each column is, by its name and its first rows. */
export function rowWidths(
  columns: readonly string[],
  rows: readonly string[][],
  { order, timeZone }: WidthOptions,
): RowWidths {
  const isTime = columns.map((_, index) => rows.some((row) => parseTimestamp(row[index] ?? "") !== null));
  const sizes = order.map((index) => {
    const name = columns[index] ?? "";
    const head = isTime[index] ? `${name} ${timeZoneLabel(timeZone)}` : name;
    // A time is shown in fewer letters than the issuer writes it in.
    const longest = Math.max(head.length + 3, ...rows.map((row) => row[index]?.length ?? 0));
    return Math.min(Math.max(longest, NARROWEST), WIDEST) + PADDING;
  });
  return {
    order,
    isTime,
    template: sizes.map((size) => `minmax(${size}ch, 1fr)`).join(" "),
    total: `${sizes.reduce((sum, size) => sum + size, 0)}ch`,
    isNumeric: columns.map(
      (name, index) =>
        !isIdColumn(name) && rows.length > 0 && rows.every((row) => NUMBER.test(row[index] ?? "")),
    ),
  };
}

type HeadProps = {
  columns: readonly string[];
  widths: RowWidths;
  sort: string | null;
  hrefFor: (sort: string | null) => string;
};

export function ReportRowHead({ columns, widths, sort, hrefFor }: HeadProps) {
  const [sorted, direction] = sort?.split(":") ?? [];
  return (
    <thead {...ROLE.group} className="sticky block top-0 z-10" style={{ minWidth: widths.total }}>
      <tr
        {...ROLE.row}
        className="grid h-8 items-center border-line border-b bg-paper font-mono text-small text-ink-2"
        style={{ gridTemplateColumns: widths.template }}
      >
        {widths.order.map((index) => {
          const isSorted = sorted === String(index);
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

type Placed = { index: number; place: CSSProperties; row: readonly string[] | undefined };

export function ReportRow({ index, place, row, widths }: Placed & { widths: RowWidths }) {
  return (
    <tr
      {...ROLE.row}
      aria-rowindex={index + 2}
      className="absolute inset-x-0 top-0 grid items-center border-line border-b font-mono text-small hover:bg-hover"
      style={{ ...place, gridTemplateColumns: widths.template }}
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

/** A time to the second, in the zone that the head of its column names; elsewhere as the issuer wrote it. */
function CellText({ text, isTime }: { text: string; isTime: boolean }) {
  return isTime && parseTimestamp(text) ? <DateTime value={text} style="seconds" /> : text;
}

type ListedProps = Placed & { columns: readonly string[]; means: ReportColumns };

/** A row where there is no room for columns: what it is, how much, and when. */
export function ReportRowListed({ index, place, row, columns, means }: ListedProps) {
  const cell = (column: number | null) => (column === null ? undefined : row?.[column]);
  const amount = cell(means.amount);
  const title = cell(means.kind) ?? row?.[0];
  const merchant = row?.[columns.indexOf("merchant")];
  return (
    <tr
      {...ROLE.row}
      aria-rowindex={index + 2}
      className="absolute inset-x-0 top-0 flex items-center justify-between gap-3 border-line border-b px-4"
      style={place}
    >
      {row ? (
        <>
          <td {...ROLE.cell} className="min-w-0">
            <p className="truncate font-medium">{merchant ? `${title}, ${merchant}` : title}</p>
            <p className="truncate text-small text-ink-2">
              <DateTime value={cell(means.time) ?? row[1] ?? ""} style="full" />
            </p>
          </td>
          <td {...ROLE.cell} className="shrink-0 text-right">
            {amount === undefined ? row.at(-1) : formatMoney(amount, cell(means.currency) ?? "")}
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
