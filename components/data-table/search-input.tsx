"use client";

import Search from "lucide-react/icons/search";
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { TextInput } from "@/components/ui/text-input";

type SearchInputProps = {
  label: string;
  placeholder?: string;
  /** As it stands in the URL. */
  value: string;
  onSearch: (text: string) => void;
};

const PAUSE_MS = 200;

/** Searches when the typing pauses, at once on Enter; Escape empties it. */
export function SearchInput({ label, placeholder, value, onSearch }: SearchInputProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // Back, or a cleared filter, changes the URL from outside: then the box follows it.
  if (value !== known) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }

  const search = useEffectEvent((wanted: string) => {
    if (wanted !== value) onSearch(wanted);
  });

  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Enter" && text.trim() !== value) onSearch(text.trim());
    if (event.key !== "Escape" || text === "") return;
    event.stopPropagation();
    setText("");
  }

  return (
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
  );
}
