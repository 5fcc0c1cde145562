"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Skeleton } from "@/components/ui/messages/skeleton";
import { Money } from "@/components/ui/values/money";
import { statusStyle } from "@/components/ui/values/status-badge";
import { useTopics } from "@/lib/client/event-stream";
import { refetchAfterChange } from "@/lib/client/refetch-after-change";
import { getJson } from "@/lib/client/request";
import type { TransactionTotal } from "@/lib/domain/cards/listed";
import { SPEND_STATUSES } from "@/lib/domain/cards/program-figures";
import { countOf } from "@/lib/domain/money/numbers";

/** The billed totals of the list, loaded after its rows. */
export function TransactionTotals({ href }: { href: string }) {
  const client = useQueryClient();
  const queryKey = ["transaction-totals", href];
  const { data, isPending, isError } = useQuery({
    queryKey,
    queryFn: ({ signal }) => getJson<{ totals: TransactionTotal[] | null }>(href, signal),
    // Changes are not received while another page is shown.
    staleTime: 0,
  });
  useTopics(["transactions"], () => void refetchAfterChange(client, queryKey));
  if (isPending) return <Skeleton className="mb-4 h-10 w-72 max-w-full" />;
  if (isError) return <p className="mb-4 text-small text-ink-2">Couldn’t load the billed totals.</p>;
  return <TotalsList totals={data?.totals ?? []} />;
}

/** One total per status: declined or returned amounts are never added to spend. */
export function TotalsList({ totals }: { totals: readonly TransactionTotal[] }) {
  if (totals.length === 0) return null;
  return (
    <section aria-label="Billed totals" className="mb-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {[...totals].sort(compareTotals).map(({ currency, status, transactions, amount }) => (
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

/** By currency, with spend first. */
function compareTotals(left: TransactionTotal, right: TransactionTotal): number {
  return (
    left.currency.localeCompare(right.currency, "en") ||
    Number(isSpend(right.status)) - Number(isSpend(left.status))
  );
}
