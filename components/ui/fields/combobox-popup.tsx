"use client";

import { Combobox } from "@base-ui/react/combobox";
import { useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { POPUP_STYLE, POSITIONER_STYLE } from "@/components/ui/popups/popup-style";
import type { PopupState } from "@/components/ui/popups/use-popup";
import { ShapeMark } from "@/components/ui/values/badge";
import type { ComboboxOption } from "./combobox-option";
import { rankOptions } from "./rank-options";

export type ComboboxPopupProps = PopupState & {
  listId: string;
  options: readonly ComboboxOption[];
  chosen: ComboboxOption | null;
  onChange: (value: string) => void;
  searchPlaceholder: string;
};

export default function ComboboxPopup(props: ComboboxPopupProps) {
  const { open, onOpenChange, anchor, listId, options, chosen, onChange, searchPlaceholder } = props;
  const [text, setText] = useState("");
  return (
    <Combobox.Root
      open={open}
      onOpenChange={onOpenChange}
      items={options}
      filteredItems={rankOptions(options, text)}
      inputValue={text}
      onInputValueChange={setText}
      value={chosen}
      onValueChange={(option) => option && onChange(option.value)}
      itemToStringLabel={({ label, detail }: ComboboxOption) => (detail ? `${label} ${detail}` : label)}
      isItemEqualToValue={(left, right) => left.value === right.value}
      autoHighlight
    >
      <Combobox.Portal>
        <Combobox.Positioner
          anchor={anchor}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={POSITIONER_STYLE}
        >
          <Combobox.Popup
            finalFocus={false}
            aria-label={searchPlaceholder}
            className={classNames(POPUP_STYLE, "flex w-[max(var(--anchor-width),14rem)] flex-col")}
          >
            <Combobox.Input
              aria-label={searchPlaceholder}
              placeholder={searchPlaceholder}
              className="h-9 border-line border-b bg-transparent px-3 outline-none touch:h-11 touch:text-[1rem]"
            />
            <Combobox.Empty className="px-3 py-2.5 text-ink-2 empty:hidden">No results</Combobox.Empty>
            <Combobox.List
              id={listId}
              className="max-h-[min(18rem,calc(var(--available-height)-3rem))] overflow-y-auto overscroll-contain p-1 empty:hidden"
            >
              {(option: ComboboxOption) => (
                <Combobox.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-8 cursor-default select-none items-center gap-2 rounded-[5px] px-2 py-1 outline-none data-highlighted:bg-hover touch:min-h-11"
                >
                  <span className="grid size-4 place-items-center text-accent">
                    <Combobox.ItemIndicator>
                      <ShapeMark shape="check" className="size-3.5" />
                    </Combobox.ItemIndicator>
                  </span>
                  <span className="max-w-full flex-1 shrink-0 truncate">{option.label}</span>
                  {option.detail && <span className="truncate text-small text-ink-3">{option.detail}</span>}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
