"use client";

import { FilterChoice, FilterChoices } from "@/components/data-table/filter-choice";
import { SearchInput } from "@/components/data-table/search-input";
import { Button } from "@/components/ui/buttons/button";
import { DateRangePicker } from "@/components/ui/fields/date-range-picker";
import type { Field } from "@/lib/client/use-view";
import {
  EXCEPTION_KINDS,
  EXCEPTION_STATES,
  type ExceptionKind,
  type ExceptionState,
} from "@/lib/domain/reconciliation/exception";
import type { ExceptionsView } from "@/lib/url/exceptions-view";
import { optionsOf } from "./options-of";

export type ExceptionFacets = {
  currencies: readonly string[];
  /** Those who may work on exceptions. */
  owners: readonly { id: string; name: string }[];
};

type ExceptionsFiltersProps = {
  view: ExceptionsView;
  facets: ExceptionFacets;
  change: (next: Partial<ExceptionsView>, history?: "push" | "replace") => void;
  field: <Name extends keyof ExceptionsView>(name: Name) => Field<ExceptionsView[Name]>;
  /** Null without filters. */
  clear: (() => void) | null;
};

export function ExceptionsFilters({ view, facets, change, field, clear }: ExceptionsFiltersProps) {
  return (
    <>
      <SearchInput
        label="Search exceptions"
        placeholder="Transaction or card ID"
        value={view.search}
        onSearch={(search) => change({ search }, view.search === "" ? "push" : "replace")}
      />
      <DateRangePicker
        name="Day"
        range={{ from: view.from, to: view.to }}
        // A day of the settlement is in UTC, whatever zone the person reads times in.
        timeZone="UTC"
        onChange={({ from, to }) => change({ from, to })}
      />
      <FilterChoices
        name="Exception"
        {...field("kind")}
        options={optionsOf<ExceptionKind>(EXCEPTION_KINDS)}
      />
      <FilterChoices name="State" {...field("state")} options={optionsOf<ExceptionState>(EXCEPTION_STATES)} />
      <FilterChoice
        name="Owner"
        {...field("owner")}
        options={[
          { value: "none", label: "Unassigned" },
          ...facets.owners.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FilterChoice
        name="Currency"
        {...field("currency")}
        options={facets.currencies.map((value) => ({ value, label: value }))}
      />
      {clear && (
        <Button tone="ghost" size="small" onClick={clear}>
          Clear filters
        </Button>
      )}
    </>
  );
}
