"use client";

import { type Ref, useId, useImperativeHandle } from "react";
import { classNames } from "@/components/ui/class-names";
import { PopupBoundary } from "@/components/ui/popups/popup-boundary";
import { usePopup } from "@/components/ui/popups/use-popup";
import { loadOnIntent } from "@/lib/client/load-on-intent";
import type { ComboboxOption } from "./combobox-option";
import type { ComboboxPopupProps } from "./combobox-popup";
import { useFieldControl } from "./field-context";
import { INPUT_HEIGHT, INPUT_STYLE } from "./input-style";
import { SelectArrow } from "./select";

type ComboboxProps = {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  searchPlaceholder?: string;
  disabled?: boolean;
  /** The accessible name outside a `Field`. */
  label?: string;
  id?: string;
  /** Lets a form focus its first invalid field. */
  ref?: Ref<HTMLButtonElement>;
};

const popupOnIntent = loadOnIntent<ComboboxPopupProps>(() => import("./combobox-popup"));

/** A searchable select; the list loads on hover or focus. */
export function Combobox({
  options,
  value,
  onChange,
  onBlur,
  placeholder = "Choose",
  searchPlaceholder = "Search",
  disabled = false,
  label,
  id,
  ref,
}: ComboboxProps) {
  const { required, ...control } = useFieldControl({ id });
  const listId = useId();
  const { popup, trigger, isMounted, boundary } = usePopup("listbox", popupOnIntent.preload);
  useImperativeHandle(ref, () => popup.anchor.current as HTMLButtonElement, [popup.anchor]);
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <span className="relative block">
      <button
        {...control}
        {...trigger}
        type="button"
        role="combobox"
        aria-expanded={popup.open}
        disabled={disabled}
        aria-label={label}
        aria-required={required || undefined}
        aria-controls={popup.open ? listId : undefined}
        onBlur={onBlur}
        className={classNames(INPUT_STYLE, INPUT_HEIGHT, "truncate pr-8 text-start", !chosen && "text-ink-3")}
      >
        {chosen ? (
          <>
            {chosen.label}
            {chosen.detail && <span className="text-ink-3"> {chosen.detail}</span>}
          </>
        ) : (
          placeholder
        )}
      </button>
      <SelectArrow />
      {isMounted && (
        <PopupBoundary {...boundary}>
          <popupOnIntent.Component
            {...popup}
            listId={listId}
            options={options}
            chosen={chosen}
            onChange={onChange}
            searchPlaceholder={searchPlaceholder}
          />
        </PopupBoundary>
      )}
    </span>
  );
}
