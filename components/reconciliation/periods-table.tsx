import type { ReactNode } from "react";
import { IntentLink } from "@/components/ui/buttons/intent-link";
import { formatCount } from "@/lib/domain/money/numbers";
import { periodHref } from "@/lib/domain/reconciliation/period";
import type { IsoDate } from "@/lib/domain/time/calendar";
import { formatDay, formatMonth } from "@/lib/domain/time/date-time";

type PeriodsTableProps = {
  label: string;
  kind: "day" | "month";
  rows: readonly {
    from: IsoDate;
    /** Null before the first comparison. */
    figures: { rows: number; matched: number; open: number } | null;
    state: ReactNode;
  }[];
};

const HEADER = "px-2 py-2 text-end font-medium";
const CELL = "px-2 py-2 text-end tabular-nums";

/** Each links to its own page. */
export function PeriodsTable({ label, kind, rows }: PeriodsTableProps) {
  return (
    <table aria-label={label} className="w-full">
      <thead className="text-small text-ink-2">
        <tr className="border-line border-b">
          <th scope="col" className="px-4 py-2 text-start font-medium">
            {kind === "day" ? "Day" : "Month"}
          </th>
          <th scope="col" className={HEADER}>
            Rows
          </th>
          <th scope="col" className={HEADER}>
            Agree
          </th>
          <th scope="col" className={HEADER}>
            Open
          </th>
          <th scope="col" className="px-4 py-2 text-end font-medium">
            State
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ from, figures, state }) => (
          <tr key={from}>
            <th scope="row" className="px-4 py-2 text-start font-medium">
              <IntentLink href={periodHref({ kind, from })} className="hover:underline">
                {kind === "day" ? formatDay(from) : formatMonth(from)}
              </IntentLink>
            </th>
            <td className={CELL}>{count(figures?.rows)}</td>
            <td className={CELL}>{count(figures?.matched)}</td>
            <td className={CELL}>{count(figures?.open)}</td>
            <td className="px-4 py-2 text-end">{state}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function count(value: number | undefined): string {
  return value === undefined ? "–" : formatCount(value);
}
