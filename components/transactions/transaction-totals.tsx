"use client";

import { useQuery } from "@tanstack/react-query";
import { Money } from "@/components/ui/money";
import { Skeleton } from "@/components/ui/skeleton";
import { statusStyle } from "@/components/ui/status-badge";
import { useTopics } from "@/lib/client/event-stream";
import { getJson } from "@/lib/client/request";
import { SPEND_STATUSES } from "@/lib/domain/figures";
import type { TransactionTotal } from "@/lib/domain/lists";
import { countOf } from "@/lib/domain/numbers";

/** What the listed transactions were billed. Read after the rows, which do not wait for it. */
export function TransactionTotals({ href }: { href: string }) {
  const { data, isPending, refetch } = useQuery({
    queryKey: ["transaction-totals", href],
    queryFn: ({ signal }) => getJson<{ totals: TransactionTotal[] | null }>(href, signal),
  });
  useTopics(["transactions"], () => void refetch({ cancelRefetch: false }));
  if (isPending) return <Skeleton className="mb-4 h-10 w-72 max-w-full" />;
  return <TotalsList totals={data?.totals ?? []} />;
}

/** Each status by itself: what was declined or came back is never added to what was spent. */
export function TotalsList({ totals }: { totals: readonly TransactionTotal[] }) {
  if (totals.length === 0) return null;
  return (
    <section aria-label="Billed totals" className="mb-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {[...totals].sort(inReadingOrder).map(({ currency, status, transactions, amount }) => (
          <div key={`${currency} ${status}`}>
            <dt className="text-small text-ink-2">
              {statusStyle("transaction", status).label}, {countOf(transactions, "transaction")}
            </dt>
            <dd>
              <Money amount={amount} currency={currency} isMuted={!isSpend(status)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const isSpend = (status: string) => SPEND_STATUSES.some((spend) => spend === status);

/** By currency, and what was spent before what was not. */
function inReadingOrder(left: TransactionTotal, right: TransactionTotal): number {
  return (
    left.currency.localeCompare(right.currency, "en") ||
    Number(isSpend(right.status)) - Number(isSpend(left.status))
  );
}
