"use client";

import type { UseFormReturn } from "react-hook-form";
import { CountryField } from "@/components/forms/country-field";
import { TextField } from "@/components/forms/text-field";
import type { CardApplication } from "@/lib/contract/card-application";
import { NO_LINE_2 } from "@/lib/contract/create-card";
import { findCountry } from "@/lib/domain/countries/countries";

type AddressFieldsProps = {
  form: UseFormReturn<CardApplication>;
  root: "kyc.residentialAddress" | "kyc.businessOperationAddress";
  legend: string;
  limit?: number;
};

export function AddressFields({ form, root, legend, limit }: AddressFieldsProps) {
  const { control } = form;
  const limited = limit === undefined ? {} : { limit };

  /** Loads the numbering plans on demand because they are large. */
  async function suggestDialCode(alpha3: string) {
    const { dialCodes } = await import("@/lib/domain/countries/numbering-plans");
    const alpha2 = findCountry(alpha3)?.alpha2 ?? "";
    const code = [...dialCodes()].find(([, countries]) => countries.includes(alpha2))?.[0];
    const isEmpty = form.getValues("meta.otpPhoneNumber.dialCode") === null;
    if (isEmpty && code !== undefined) form.setValue("meta.otpPhoneNumber.dialCode", code);
  }

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <TextField control={control} name={`${root}.line1`} label="Address line 1" {...limited} />
      <TextField
        control={control}
        name={`${root}.line2`}
        label="Address line 2"
        {...limited}
        hint={
          <>
            Required by the issuer.{" "}
            <button
              type="button"
              onClick={() => form.setValue(`${root}.line2`, NO_LINE_2, SET_BY_PERSON)}
              className="min-h-6 rounded-[4px] font-medium text-accent underline underline-offset-2 touch:min-h-10"
            >
              Use “none”
            </button>
          </>
        }
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,10rem)]">
        <TextField control={control} name={`${root}.city`} label="City or district" {...limited} />
        <TextField control={control} name={`${root}.postalCode`} label="Postal code" optional />
      </div>
      <CountryField
        control={control}
        name={`${root}.country`}
        code="alpha3"
        onSelect={(country) => void suggestDialCode(country)}
      />
    </fieldset>
  );
}

const SET_BY_PERSON = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const;
