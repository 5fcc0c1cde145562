"use client";

import { FilterChoice, FilterChoices } from "@/components/data-table/filter-choice";
import { FilterTag } from "@/components/data-table/filter-tag";
import { SearchInput } from "@/components/data-table/search-input";
import { Button } from "@/components/ui/buttons/button";
import { DateRangePicker } from "@/components/ui/fields/date-range-picker";
import { shortenMiddle } from "@/components/ui/values/shorten-middle";
import { statusStyle } from "@/components/ui/values/status-badge";
import type { Field } from "@/lib/client/use-view";
import type { TransactionsView } from "@/lib/url/transactions-view";
import { AmountFilter } from "./amount-filter";
import { MerchantFilter } from "./merchant-filter";

export type TransactionFilterFacets = {
  statuses: readonly string[];
  currencies: readonly string[];
  /** Last four of the card that the list is filtered by. */
  lastFour: string | null;
};

type TransactionsFiltersProps = {
  view: TransactionsView;
  facets: TransactionFilterFacets;
  change: (next: Partial<TransactionsView>, history?: "push" | "replace") => void;
  field: <Name extends keyof TransactionsView>(name: Name) => Field<TransactionsView[Name]>;
  /** Null without filters. */
  clear: (() => void) | null;
};

export function TransactionsFilters({ view, facets, change, field, clear }: TransactionsFiltersProps) {
  // Both ranges share a zone, which the first one sets.
  const hasCreated = view.from !== null || view.to !== null;
  const hasCleared = view.clearedFrom !== null || view.clearedTo !== null;
  return (
    <>
      <SearchInput
        label="Search transactions"
        placeholder="Cardholder, merchant, last four, ID"
        value={view.search}
        onSearch={(search) => change({ search }, view.search === "" ? "push" : "replace")}
      />
      <DateRangePicker
        name="Created"
        range={{ from: view.from, to: view.to }}
        onChange={({ zone, ...range }) => change({ ...range, zone: hasCleared ? view.zone : zone })}
      />
      <DateRangePicker
        name="Cleared"
        range={{ from: view.clearedFrom, to: view.clearedTo }}
        onChange={({ from, to, zone }) =>
          change({ clearedFrom: from, clearedTo: to, zone: hasCreated ? view.zone : zone })
        }
      />
      <FilterChoices
        name="Status"
        {...field("status")}
        options={facets.statuses.map((value) => ({ value, label: statusStyle("transaction", value).label }))}
      />
      <FilterChoice
        name="Currency"
        {...field("currency")}
        options={facets.currencies.map((value) => ({ value, label: value }))}
      />
      <MerchantFilter merchant={view.merchant} onChange={(merchant) => change({ merchant })} />
      <AmountFilter min={view.min} max={view.max} onChange={(amounts) => change(amounts)} />
      {view.billed !== null && (
        <FilterTag name="Billed in" value={view.billed} onClear={() => change({ billed: null })} />
      )}
      {view.card !== null && (
        <FilterTag
          name="Card"
          value={facets.lastFour === null ? shortenMiddle(view.card) : `•• ${facets.lastFour}`}
          onClear={() => change({ card: null })}
        />
      )}
      {view.customer !== "" && (
        <FilterTag name="Customer" value={view.customer} onClear={() => change({ customer: "" })} />
      )}
      {clear && (
        <Button tone="ghost" size="small" onClick={clear}>
          Clear filters
        </Button>
      )}
    </>
  );
}
