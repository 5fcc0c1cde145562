"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Field } from "@/components/ui/fields/field";
import { TextInput } from "@/components/ui/fields/text-input";
import { getJson, toRequestError } from "@/lib/client/request";
import { SEARCH_MAX_CHARACTERS } from "@/lib/domain/cards/search-results";

export type MerchantPanelProps = {
  /** Empty for any. */
  merchant: string;
  onChange: (merchant: string) => void;
};

export default function MerchantPanel({ merchant, onChange }: MerchantPanelProps) {
  const [text, setText] = useState("");
  const searchText = useDeferredValue(text.trim());
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["merchants", searchText],
    queryFn: ({ signal }) =>
      getJson<{ merchants: string[] }>(
        `/api/transactions/merchants?text=${encodeURIComponent(searchText)}`,
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const found = data?.merchants ?? [];
  const isCurrent = searchText === text.trim() && !isPlaceholderData;

  function submit(event: FormEvent) {
    event.preventDefault();
    const [first] = found;
    if (isCurrent && first !== undefined) onChange(first);
  }

  return (
    <form onSubmit={submit} className="flex w-72 flex-col gap-2 p-3">
      <Field
        label="Merchant"
        error={error ? toRequestError(error).message : undefined}
        hint="From settlement files."
      >
        <TextInput
          type="search"
          value={text}
          maxLength={SEARCH_MAX_CHARACTERS}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {data && found.length === 0 && (
        <p className="text-small text-ink-2">
          {searchText === "" ? "No settlement file has been read yet." : "No merchants match."}
        </p>
      )}
      <ul aria-label="Merchants" className="flex flex-col">
        {found.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onChange(name)}
              className="min-h-8 w-full truncate rounded-control px-2 text-start hover:bg-sunken touch:min-h-11"
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {merchant !== "" && (
        <div className="flex justify-end">
          <Button size="small" tone="ghost" onClick={() => onChange("")}>
            Clear
          </Button>
        </div>
      )}
    </form>
  );
}
