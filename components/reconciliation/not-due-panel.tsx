import { Panel } from "@/components/ui/panel";
import { Money } from "@/components/ui/values/money";
import { formatCount } from "@/lib/domain/money/numbers";
import type { NotDue } from "@/lib/domain/reconciliation/not-due";
import { formatDay } from "@/lib/domain/time/date-time";

type NotDuePanelProps = { items: readonly NotDue[]; total: number };

/** What waits for a file that isn't here. */
export function NotDuePanel({ items, total }: NotDuePanelProps) {
  const rest = total - items.length;
  return (
    <div id="not-due-yet">
      <Panel
        title="Not due yet"
        lead="Settled by our records and in no file. Each becomes an exception if it’s still missing when all files up to its date are here."
        isFlush
      >
        <ul className="divide-y divide-line border-line border-t">
          {items.map(({ transactionId, event, madeOn, due, amount, currency, missingFile }) => (
            <li
              key={`${transactionId} ${event}`}
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-4 py-2"
            >
              <div className="min-w-0 flex-[1_1_16rem]">
                <a
                  href={`/transactions?search=${encodeURIComponent(transactionId)}&open=${encodeURIComponent(transactionId)}`}
                  className="wrap-anywhere inline-flex min-h-6 items-center font-mono text-small hover:underline"
                >
                  {transactionId}
                </a>
                <p className="text-small text-ink-2">
                  {event === "refund" ? "Refund of a purchase" : "Purchase"} of {formatDay(madeOn)}
                  {missingFile && `. The settlement file of ${formatDay(missingFile)} isn’t here.`}
                </p>
              </div>
              <div className="ml-auto text-right">
                <Money amount={amount} currency={currency} />
                <p className="text-small text-ink-2">Expected by {formatDay(due)}</p>
              </div>
            </li>
          ))}
        </ul>
        {rest > 0 && <p className="px-4 py-2 text-small text-ink-2">And {formatCount(rest)} more.</p>}
      </Panel>
    </div>
  );
}
