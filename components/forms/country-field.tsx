"use client";

import type { ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Combobox } from "@/components/ui/fields/combobox";
import type { ComboboxOption } from "@/components/ui/fields/combobox-option";
import { Field } from "@/components/ui/fields/field";
import { fieldMessage } from "@/lib/client/field-message";
import { COUNTRIES } from "@/lib/domain/countries/countries";
import { useSubmittedError } from "./submitted-errors";

type CountryFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  /** The issuer requires different country codes in different requests. */
  code: "alpha2" | "alpha3";
  label?: ReactNode;
  onSelect?: (code: string) => void;
  className?: string | undefined;
};

const OPTIONS = { alpha2: buildOptions("alpha2"), alpha3: buildOptions("alpha3") };

export function CountryField<Values extends FieldValues>({
  control,
  name,
  code,
  label = "Country",
  onSelect,
  className,
}: CountryFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  const error = useSubmittedError(fieldState);
  return (
    <Field
      label={label}
      error={error && (field.value ? fieldMessage(error) : "Choose a country.")}
      required
      className={className}
    >
      <Combobox
        ref={field.ref}
        options={OPTIONS[code]}
        value={field.value || null}
        onChange={(chosen) => {
          field.onChange(chosen);
          onSelect?.(chosen);
        }}
        onBlur={field.onBlur}
        placeholder="Choose a country"
        searchPlaceholder="Search countries"
      />
    </Field>
  );
}

function buildOptions(code: "alpha2" | "alpha3"): ComboboxOption[] {
  return COUNTRIES.map((country) => ({ value: country[code], label: country.name, detail: country[code] }));
}
