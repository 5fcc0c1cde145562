"use client";

import Search from "lucide-react/icons/search";
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { CardNumberNote } from "@/components/forms/card-number-note";
import { TextInput } from "@/components/ui/text-input";
import { searchByLastFour } from "@/lib/domain/last-four-search";

type SearchInputProps = {
  label: string;
  placeholder?: string;
  /** As it stands in the URL. */
  value: string;
  onSearch: (text: string) => void;
};

const PAUSE_MS = 200;

/** Searches when the typing pauses, at once on Enter; Escape empties it. A card number never leaves the box. */
export function SearchInput({ label, placeholder, value, onSearch }: SearchInputProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const wanted = searchByLastFour(text.trim());
  // Back, or a cleared filter, changes the URL from outside: then the box follows it.
  if (value !== known) {
    setKnown(value);
    if (value !== wanted) setText(value);
  }

  const search = useEffectEvent((next: string) => {
    if (next !== value) onSearch(next);
  });

  useEffect(() => {
    const timer = setTimeout(() => search(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Enter" && wanted !== value) onSearch(wanted);
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
      {/* Below the filters that stand beside the box. */}
      <CardNumberNote typed={text} className="order-last basis-full" />
    </>
  );
}
