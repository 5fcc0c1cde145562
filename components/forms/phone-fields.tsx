"use client";

import { useMemo, useState } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Combobox } from "@/components/ui/fields/combobox";
import type { ComboboxOption } from "@/components/ui/fields/combobox-option";
import { Field } from "@/components/ui/fields/field";
import { fieldMessage } from "@/lib/client/field-message";
import { findCountry } from "@/lib/domain/countries/countries";
import {
  dialCodes,
  isPlausiblePhone,
  splitTrunkPrefix,
  type TrunkSplit,
} from "@/lib/domain/countries/numbering-plans";
import { phoneNumberProblem, splitInternational } from "@/lib/domain/countries/phone";
import { useSubmittedError } from "./submitted-errors";
import { TextField } from "./text-field";

type PhoneFieldsProps<Values extends FieldValues> = {
  control: Control<Values>;
  dialCodeName: FieldPath<Values>;
  phoneNumberName: FieldPath<Values>;
};

/** Validates the dial code and number together: rejects impossible numbers and warns about implausible ones. */
export function PhoneFields<Values extends FieldValues>({
  control,
  dialCodeName,
  phoneNumberName,
}: PhoneFieldsProps<Values>) {
  const options = useMemo(dialCodeOptions, []);
  const { field, fieldState } = useController({ control, name: dialCodeName });
  const error = useSubmittedError(fieldState);
  const { field: numberField } = useController({ control, name: phoneNumberName });
  const phoneNumber = String(numberField.value ?? "");
  const dialCode = Number(field.value) || null;

  const [removedTrunk, setRemovedTrunk] = useState<TrunkSplit | null>(null);

  /** A number with a dial code fills both fields. */
  function splitInput(text: string) {
    const international = splitInternational(text);
    if (international) {
      field.onChange(international.dialCode);
      numberField.onChange(international.phoneNumber);
    }
    removeTrunkPrefix(international ?? { dialCode, phoneNumber: text });
  }

  /** A number with both dial code and trunk prefix is unreachable, for example for 3DS codes. */
  function removeTrunkPrefix(phone: { dialCode: number | null; phoneNumber: string }) {
    const trunk = phone.dialCode === null ? null : splitTrunkPrefix({ ...phone, dialCode: phone.dialCode });
    if (!trunk) return;
    numberField.onChange(trunk.phoneNumber);
    setRemovedTrunk(trunk);
  }

  return (
    <div className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)] gap-3">
      <Field label="Country code" error={error && dialCodeMessage(dialCode, error)} required>
        <Combobox
          ref={field.ref}
          options={options}
          value={dialCode === null ? null : String(dialCode)}
          onChange={(chosen) => {
            field.onChange(Number(chosen));
            removeTrunkPrefix({ dialCode: Number(chosen), phoneNumber });
          }}
          onBlur={field.onBlur}
          placeholder="Choose"
          searchPlaceholder="Search countries or codes"
        />
      </Field>
      <TextField
        control={control}
        name={phoneNumberName}
        label="Phone number"
        type="tel"
        onCommit={splitInput}
        hint={
          findWarning(dialCode, phoneNumber) ??
          (removedTrunk?.phoneNumber === phoneNumber
            ? `Removed the leading ${removedTrunk.prefix}, which is only dialed within the country.`
            : "Start with + to set the country code.")
        }
      />
    </div>
  );
}

function dialCodeMessage(
  dialCode: number | null,
  error: Parameters<typeof fieldMessage>[0],
): string | undefined {
  return dialCode === null ? "Choose a country code." : fieldMessage(error);
}

/** Only a warning, because numbering plans change faster than our list. */
function findWarning(dialCode: number | null, phoneNumber: string): string | null {
  if (dialCode === null || phoneNumber === "") return null;
  if (phoneNumberProblem({ dialCode, phoneNumber })) return null;
  // The prefix is removed on blur, but a number that was saved before that rule may still have it.
  const trunk = splitTrunkPrefix({ dialCode, phoneNumber });
  if (trunk) return `+${dialCode} numbers are sent without the leading ${trunk.prefix}.`;
  if (isPlausiblePhone({ dialCode, phoneNumber })) return null;
  return `This doesn’t look like a valid +${dialCode} number. Check it, or send it as is.`;
}

/** Listed first for a dial code that several countries share. */
const PRIMARY_COUNTRIES = new Set(["US", "GB", "RU", "IT", "NO", "AU", "MA", "FI", "RE", "GP", "CW"]);

function dialCodeOptions(): ComboboxOption[] {
  return [...dialCodes()]
    .sort(([left], [right]) => left - right)
    .map(([code, countries]) => ({
      value: String(code),
      label: `+${code}`,
      detail: countryNames(
        countries.toSorted(
          (left, right) => Number(PRIMARY_COUNTRIES.has(right)) - Number(PRIMARY_COUNTRIES.has(left)),
        ),
      ),
    }));
}

function countryNames(countries: string[]): string {
  const [first = ""] = countries;
  return `${flagEmoji(first)} ${countries.map((country) => findCountry(country)?.name ?? country).join(", ")}`;
}

/** A flag emoji is the country code in regional indicator letters. */
function flagEmoji(alpha2: string): string {
  return [...alpha2].map((letter) => String.fromCodePoint(REGIONAL_A + letter.charCodeAt(0) - 65)).join("");
}

const REGIONAL_A = 0x1f1e6;
