"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/messages/skeleton";
import { ShapeMark } from "@/components/ui/values/badge";
import { Money } from "@/components/ui/values/money";
import { statusStyle } from "@/components/ui/values/status-badge";
import { useTopics } from "@/lib/client/event-stream";
import { refetchAfterChange } from "@/lib/client/refetch-after-change";
import { getJson } from "@/lib/client/request";
import type { TransactionTotals as Totals, TransactionTotal } from "@/lib/domain/cards/listed";
import { isSpend } from "@/lib/domain/cards/program-figures";
import { formatCount } from "@/lib/domain/money/numbers";
import { isMutedStatus } from "./billed-text";

const SYNCING_POLL_INTERVAL_MS = 3_000;

/** The billed totals of the list, loaded after its rows. */
export function TransactionTotals({ href }: { href: string }) {
  const client = useQueryClient();
  const queryKey = ["transaction-totals", href];
  const { data, isPending, isError } = useQuery({
    queryKey,
    queryFn: ({ signal }) => getJson<Totals>(href, signal),
    // Changes are not received while another page is shown.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.synced ? SYNCING_POLL_INTERVAL_MS : false),
  });
  useTopics(["transactions"], () => void refetchAfterChange(client, queryKey));
  if (isPending) return <Skeleton className="mb-4 h-10 w-72 max-sm:h-[8.5rem]" />;
  if (isError) return <p className="mb-4 text-small text-ink-2">Couldn’t load the billed totals.</p>;
  return <TotalsList {...data} />;
}

/** Spend and one total per status: declined or returned amounts are never added to spend. */
export function TotalsList({ totals, unavailable, synced }: Totals) {
  if (totals.length === 0 && !unavailable && !synced) return null;
  const currencies = [...new Set(totals.map(({ currency }) => currency))];
  return (
    <section aria-label="Billed totals" className="mb-4 flex flex-col gap-2">
      {currencies.map((currency) => (
        <CurrencyTotals key={currency} totals={totals.filter((total) => total.currency === currency)} />
      ))}
      {unavailable && <p className="text-pretty text-small text-ink-2">{unavailable}</p>}
      {synced && (
        <p className="flex items-baseline gap-1.5 text-pretty text-small text-warn">
          <ShapeMark shape="half" className="ml-0" />
          {syncText(synced)}
        </p>
      )}
    </section>
  );
}

function CurrencyTotals({ totals }: { totals: readonly TransactionTotal[] }) {
  const [first] = totals;
  const spend = totals.filter(({ status }) => isSpend(status));
  const others = totals.filter(({ status }) => !isSpend(status));
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-1 sm:flex sm:flex-wrap sm:gap-y-2">
      {first && spend.length > 0 && totals.length > 1 && (
        <Figure
          label="Spend"
          transactions={spend.reduce((sum, { transactions }) => sum + transactions, 0)}
          tip="Cleared and pending"
        >
          <Money amount={first.spend} currency={first.currency} className="font-semibold" />
        </Figure>
      )}
      {[...spend, ...others].map(({ currency, status, transactions, amount }) => (
        <Figure key={status} label={statusStyle("transaction", status).label} transactions={transactions}>
          <Money amount={amount} currency={currency} isMuted={isMutedStatus(status)} />
        </Figure>
      ))}
    </dl>
  );
}

type FigureProps = { label: string; transactions: number; tip?: string; children: ReactNode };

function Figure({ label, transactions, tip, children }: FigureProps) {
  return (
    <div data-tip={tip}>
      <dt className="text-small text-ink-2">
        {label} <span className="text-ink-3">· {formatCount(transactions)}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function syncText({ known, total }: NonNullable<Totals["synced"]>): string {
  const of = total === null ? "" : ` of ${formatCount(total)}`;
  return `Incomplete: ${formatCount(known)}${of} transactions are synced so far.`;
}
