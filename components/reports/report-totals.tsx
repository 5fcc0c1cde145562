import { Money } from "@/components/ui/values/money";
import { fromMillionths, toMillionths } from "@/lib/domain/money/decimal-sum";
import { countOf, formatCount } from "@/lib/domain/money/numbers";
import type { ReportTotal } from "@/lib/domain/reports/report";

/** Totals by currency and row type. */
export function ReportTotals({
  totals,
  unreadRows = 0,
  label = "Totals",
}: {
  totals: readonly ReportTotal[];
  /** Rows that are in no total, because their amount was not understood. */
  unreadRows?: number | undefined;
  /** The accessible name, if a page has more than one. */
  label?: string;
}) {
  const currencies = [...new Set(totals.map(({ currency }) => currency))].sort();
  const unread = unreadRows > 0 && (
    <p className="px-4 py-2 text-small text-warn">
      {countOf(unreadRows, "row")} {unreadRows === 1 ? "isn’t" : "aren’t"} included: no amount was recognized.
    </p>
  );
  if (totals.length === 0) return unread || <p className="px-4 pb-4 text-ink-2">No totals</p>;
  return (
    <>
      <table aria-label={label} className="w-full">
        <thead className="text-small text-ink-2">
          <tr>
            <th scope="col" className="px-4 py-1.5 text-start font-medium">
              Type
            </th>
            <th scope="col" className="px-2 py-1.5 text-end font-medium">
              Rows
            </th>
            <th scope="col" className="px-4 py-1.5 text-end font-medium">
              Amount
            </th>
          </tr>
        </thead>
        {currencies.map((currency) => {
          const currencyTotals = totals.filter((total) => total.currency === currency);
          return (
            <tbody key={currency} className="divide-y divide-line border-line border-t">
              {currencyTotals.map(({ kind, rows, amount }) => (
                <tr key={kind ?? ""}>
                  <th scope="row" className="px-4 py-1.5 text-start font-normal text-ink-2">
                    {kind ?? "All rows"}
                  </th>
                  <td className="px-2 py-1.5 text-end text-ink-2">{formatCount(rows)}</td>
                  <td className="px-4 py-1.5 text-end">
                    <Money amount={amount} currency={currency} />
                  </td>
                </tr>
              ))}
              {currencyTotals.length > 1 && (
                <tr className="bg-sunken font-medium">
                  <th scope="row" className="px-4 py-1.5 text-start font-medium">
                    Total {currency}
                  </th>
                  <td className="px-2 py-1.5 text-end">
                    {formatCount(currencyTotals.reduce((sum, { rows }) => sum + rows, 0))}
                  </td>
                  <td className="px-4 py-1.5 text-end">
                    <Money
                      amount={addDecimals(currencyTotals.map(({ amount }) => amount))}
                      currency={currency}
                    />
                  </td>
                </tr>
              )}
            </tbody>
          );
        })}
      </table>
      {unread}
    </>
  );
}

function addDecimals(amounts: readonly string[]): string {
  return fromMillionths(amounts.reduce((sum, amount) => sum + (toMillionths(amount) ?? 0n), 0n));
}
