"use client";

import { useMemo, useState } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Combobox } from "@/components/ui/combobox";
import type { ComboboxOption } from "@/components/ui/combobox-option";
import { Field } from "@/components/ui/field";
import { fieldMessage } from "@/lib/client/field-message";
import { findCountry } from "@/lib/domain/countries";
import { dialCodes, isPlausiblePhone, splitTrunkPrefix, type TrunkSplit } from "@/lib/domain/numbering-plans";
import { phoneNumberProblem, splitInternational } from "@/lib/domain/phone";
import { useSubmittedError } from "./submitted-errors";
import { TextField } from "./text-field";

type PhoneFieldsProps<Values extends FieldValues> = {
  control: Control<Values>;
  dialCodeName: FieldPath<Values>;
  phoneNumberName: FieldPath<Values>;
};

/** Dial code and number, checked together: what is impossible is refused, what looks odd is only said. */
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

  const [dropped, setDropped] = useState<TrunkSplit | null>(null);

  /** A number with its dial code fills both fields, where the person can see it. */
  function split(text: string) {
    const international = splitInternational(text);
    if (international) {
      field.onChange(international.dialCode);
      numberField.onChange(international.phoneNumber);
    }
    dropTrunkPrefix(international ?? { dialCode, phoneNumber: text });
  }

  /** Sent with the dial code, a number with its trunk prefix reaches nobody: no 3DS code, no call about a parcel. */
  function dropTrunkPrefix(phone: { dialCode: number | null; phoneNumber: string }) {
    const trunk = phone.dialCode === null ? null : splitTrunkPrefix({ ...phone, dialCode: phone.dialCode });
    if (!trunk) return;
    numberField.onChange(trunk.phoneNumber);
    setDropped(trunk);
  }

  return (
    <div className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)] gap-3">
      <Field label="Dial code" error={error && dialCodeMessage(dialCode, error)} required>
        <Combobox
          ref={field.ref}
          options={options}
          value={dialCode === null ? null : String(dialCode)}
          onChange={(chosen) => {
            field.onChange(Number(chosen));
            dropTrunkPrefix({ dialCode: Number(chosen), phoneNumber });
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
        onEntered={split}
        hint={
          oddness(dialCode, phoneNumber) ??
          (dropped?.phoneNumber === phoneNumber
            ? `Removed the leading ${dropped.prefix}, which is only dialed within the country.`
            : "Start with + to set the dial code.")
        }
      />
    </div>
  );
}

function dialCodeMessage(
  dialCode: number | null,
  error: Parameters<typeof fieldMessage>[0],
): string | undefined {
  return dialCode === null ? "Choose a dial code." : fieldMessage(error);
}

/** Advice, not a refusal: numbering plans change faster than the lists that know them. */
function oddness(dialCode: number | null, phoneNumber: string): string | null {
  if (dialCode === null || phoneNumber === "") return null;
  if (phoneNumberProblem({ dialCode, phoneNumber })) return null;
  // What is being typed is put right when the field is left; a number from before that rule stays as it is.
  const trunk = splitTrunkPrefix({ dialCode, phoneNumber });
  if (trunk) return `+${dialCode} numbers are sent without the leading ${trunk.prefix}.`;
  if (isPlausiblePhone({ dialCode, phoneNumber })) return null;
  return `This doesn’t look like a valid +${dialCode} number. Check it, or send it as is.`;
}

/** Who is meant first by a code that several share. */
const FIRST_MEANT = new Set(["US", "GB", "RU", "IT", "NO", "AU", "MA", "FI", "RE", "GP", "CW"]);

function dialCodeOptions(): ComboboxOption[] {
  return [...dialCodes()]
    .sort(([left], [right]) => left - right)
    .map(([code, countries]) => ({
      value: String(code),
      label: `+${code}`,
      detail: countryWords(
        countries.toSorted((left, right) => Number(FIRST_MEANT.has(right)) - Number(FIRST_MEANT.has(left))),
      ),
    }));
}

function countryWords(countries: string[]): string {
  const [first = ""] = countries;
  return `${flagOf(first)} ${countries.map((country) => findCountry(country)?.name ?? country).join(", ")}`;
}

/** A flag is its country's two letters, written as regional indicators. */
function flagOf(alpha2: string): string {
  return [...alpha2].map((letter) => String.fromCodePoint(REGIONAL_A + letter.charCodeAt(0) - 65)).join("");
}

const REGIONAL_A = 0x1f1e6;
