"use client";

import Search from "lucide-react/icons/search";
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { CardNumberNote } from "@/components/forms/card-number-note";
import { TextInput } from "@/components/ui/fields/text-input";
import { useLastFourSearch } from "./use-last-four-search";

type SearchInputProps = {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
};

const DEBOUNCE_MS = 200;

/** Searches after a pause in typing or on Enter; Escape clears it. A full card number is never sent. */
export function SearchInput({ label, placeholder, value, onSearch }: SearchInputProps) {
  const [text, setText] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  const typed = text.trim();
  const searchText = useLastFourSearch(typed);
  // The URL may change from outside, by Back or a cleared filter.
  if (value !== previousValue) {
    setPreviousValue(value);
    if (value !== searchText) setText(value);
  }

  const search = useEffectEvent((next: string) => {
    if (next !== value) onSearch(next);
  });

  useEffect(() => {
    if (searchText === null) return;
    const timer = setTimeout(() => search(searchText), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [searchText]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Enter" && searchText !== null && searchText !== value) onSearch(searchText);
    if (event.key !== "Escape" || text === "") return;
    event.stopPropagation();
    setText("");
  }

  return (
    <>
      <div className="w-64 max-w-full touch:w-full">
        <TextInput
          type="search"
          aria-label={label}
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          lead={<Search strokeWidth={1.75} className="size-3.5" aria-hidden="true" />}
          className="[&::-webkit-search-cancel-button]:appearance-none"
        />
      </div>
      {/* Below the filters beside the input. */}
      {searchText !== null && searchText !== typed && <CardNumberNote className="order-last basis-full" />}
    </>
  );
}
