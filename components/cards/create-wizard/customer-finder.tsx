"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useState } from "react";
import { CardNumberNote } from "@/components/forms/card-number-note";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { Avatar } from "@/components/ui/values/avatar";
import { getJson, toRequestError } from "@/lib/client/request";
import { searchByLastFour } from "@/lib/domain/cards/last-four-search";
import {
  type FoundCustomer,
  SEARCH_MAX_CHARACTERS,
  type SearchResults,
} from "@/lib/domain/cards/search-results";
import { countOf } from "@/lib/domain/money/numbers";

export function CustomerFinder({ onFound }: { onFound: (customer: FoundCustomer) => void }) {
  const [text, setText] = useState("");
  const searchText = searchByLastFour(text.trim());
  const deferredText = useDeferredValue(searchText);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["search", deferredText],
    queryFn: ({ signal }) =>
      getJson<SearchResults>(`/api/search?text=${encodeURIComponent(deferredText)}`, signal),
    enabled: deferredText !== "",
    placeholderData: keepPreviousData,
  });
  const found = deferredText === "" ? [] : (data?.customers ?? []);
  const isCurrent = deferredText === searchText && !isPlaceholderData;

  function choose(customer: FoundCustomer) {
    setText("");
    onFound(customer);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || text.trim() === "") return;
    event.preventDefault();
    const [first] = found;
    if (isCurrent && first) choose(first);
  }

  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Existing customer"
        optional
        error={error ? toRequestError(error).message : undefined}
        hint="Search by name, last four, or customer ID. Leave empty for a new customer."
      >
        <TextInput
          type="search"
          value={text}
          maxLength={SEARCH_MAX_CHARACTERS}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder="Search customers"
        />
      </Field>
      {searchByLastFour(text) !== text && <CardNumberNote />}
      <p role="status" className="sr-only">
        {deferredText !== "" && isCurrent && data ? countOf(found.length, "result") : ""}
      </p>
      {deferredText !== "" && data && isCurrent && found.length === 0 && (
        <p className="text-small text-ink-2">No customers found.</p>
      )}
      {found.length > 0 && (
        <ul
          aria-label="Matching customers"
          className="divide-y divide-line rounded-control border border-line"
        >
          {found.map((customer) => (
            <li key={customer.id}>
              <button
                type="button"
                onClick={() => choose(customer)}
                className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
              >
                <Avatar name={customer.name} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{customer.name}</span>
                  <span className="block truncate font-mono text-small text-ink-2">{customer.id}</span>
                </span>
                <span className="text-small text-ink-2">
                  {customer.cards} {customer.cards === 1 ? "card" : "cards"}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
