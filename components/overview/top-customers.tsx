import { IntentLink } from "@/components/ui/buttons/intent-link";
import { EmptyState } from "@/components/ui/messages/empty-state";
import { Skeleton } from "@/components/ui/messages/skeleton";
import { Money } from "@/components/ui/values/money";
import type { TopCustomer } from "@/lib/domain/cards/program-figures";
import { countOf } from "@/lib/domain/money/numbers";
import { customerHref } from "./list-links";

export function TopCustomers({
  customers,
  currency,
}: {
  customers: readonly TopCustomer[];
  currency: string;
}) {
  const maxAmount = customers[0]?.amount ?? 0;
  if (customers.length === 0) return <EmptyState title="No spend in this period" />;
  return (
    <ol className="divide-y divide-line border-line border-t">
      {customers.map(({ id, name, transactions, amount }) => (
        <li key={id} className="relative flex items-center gap-3 px-4 py-2">
          <svg aria-hidden="true" className="absolute inset-x-0 bottom-0 h-0.5 w-full">
            <rect
              width={`${maxAmount > 0 ? Math.round((amount / maxAmount) * 1000) / 10 : 0}%`}
              height="100%"
              className="fill-accent opacity-45"
            />
          </svg>
          <div className="min-w-0 flex-1">
            <IntentLink
              href={customerHref(id)}
              className="block truncate rounded-[3px] font-medium hover:underline"
            >
              {name}
            </IntentLink>
            <p className="truncate font-mono text-small text-ink-3">{id}</p>
          </div>
          <div className="shrink-0 text-right">
            <p>
              <Money amount={amount} currency={currency} />
            </p>
            <p className="text-small text-ink-3">{countOf(transactions, "purchase")}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

export function TopCustomersSkeleton() {
  return (
    <ul
      aria-busy="true"
      aria-label="Loading top customers"
      className="divide-y divide-line border-line border-t"
    >
      {["w-40", "w-32", "w-44", "w-36", "w-40"].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no ID
        <li key={index} className="flex h-14 items-center justify-between px-4">
          <Skeleton className={`h-3 ${width}`} />
          <Skeleton className="h-3 w-20" />
        </li>
      ))}
    </ul>
  );
}
