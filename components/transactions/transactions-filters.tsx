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
  return (
    <>
      <SearchInput
        label="Search transactions"
        placeholder="Cardholder, last four, or any ID"
        value={view.search}
        onSearch={(search) => change({ search }, view.search === "" ? "push" : "replace")}
      />
      <DateRangePicker
        name="Created"
        range={{ from: view.from, to: view.to }}
        onChange={(range) => change(range)}
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
