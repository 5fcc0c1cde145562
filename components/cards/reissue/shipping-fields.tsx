"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { type UseFormReturn, useController } from "react-hook-form";
import { DesignPicker } from "@/components/designs/design-picker";
import { CountryField } from "@/components/forms/country-field";
import { PhoneFields } from "@/components/forms/phone-fields";
import { TextField } from "@/components/forms/text-field";
import { Button } from "@/components/ui/buttons/button";
import { fieldMessage } from "@/lib/client/field-message";
import { getJson } from "@/lib/client/request";
import type { CardDetail } from "@/lib/contract/card";
import type { KnownShipping } from "@/lib/contract/customer-profile";
import {
  SHIPPING_CITY_MAX_CHARACTERS,
  SHIPPING_LINE1_MAX_CHARACTERS,
  SHIPPING_POSTAL_CODE_MAX_CHARACTERS,
} from "@/lib/contract/reissue-card";
import { dialCodes } from "@/lib/domain/countries/numbering-plans";
import { offendingInAddress, offendingInPostalCode } from "@/lib/domain/text/characters";
import { type ReissueValues, recipientNames } from "./reissue-values";

const ADDRESS = "shippingInformation.shippingAddress";

type ShippingFieldsProps = {
  form: UseFormReturn<ReissueValues, unknown, ReissueValues>;
  card: Pick<CardDetail, "cardholderName" | "externalCustomerId">;
};

export function ShippingFields({ form, card: { cardholderName, externalCustomerId } }: ShippingFieldsProps) {
  const { control } = form;
  const { data: known } = useQuery(knownShippingQuery(externalCustomerId));
  const design = useController({ control, name: "shippingInformation.cardDesign" });

  function suggestDialCode(country: string) {
    if (form.getValues("shippingInformation.recipientDialCode") !== null) return;
    const code = [...dialCodes()].find(([, countries]) => countries.includes(country))?.[0];
    if (code !== undefined) form.setValue("shippingInformation.recipientDialCode", code);
  }

  function fillInRecipient() {
    const options = { shouldDirty: true, shouldValidate: true };
    if (known?.companyAddress) form.setValue(ADDRESS, { ...known.companyAddress, zone: "" }, options);
    else {
      const { firstName, lastName } = recipientNames(cardholderName);
      form.setValue("shippingInformation.recipientFirstName", firstName, options);
      form.setValue("shippingInformation.recipientLastName", lastName, options);
    }
    if (known?.dialCode != null && form.getValues("shippingInformation.recipientDialCode") === null)
      form.setValue("shippingInformation.recipientDialCode", known.dialCode, options);
  }

  return (
    <div className="flex flex-col gap-5">
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">Recipient</legend>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-ink-2">
            Cardholder: {cardholderName}
            <span className="block text-small">{recipientHint(known)}</span>
          </p>
          <Button size="small" onClick={fillInRecipient}>
            {known?.companyAddress ? "Send to company address" : "Send to cardholder"}
          </Button>
        </div>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <TextField control={control} name="shippingInformation.recipientFirstName" label="First name" />
          <TextField control={control} name="shippingInformation.recipientLastName" label="Last name" />
        </div>
        <TextField
          control={control}
          name="shippingInformation.recipientEmail"
          label="Email"
          type="email"
          spellCheck={false}
        />
      </fieldset>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">Address</legend>
        <CountryField
          control={control}
          name={`${ADDRESS}.country`}
          code="alpha2"
          onSelect={suggestDialCode}
        />
        <TextField
          control={control}
          name={`${ADDRESS}.line1`}
          label="Address line 1"
          limit={SHIPPING_LINE1_MAX_CHARACTERS}
          offending={offendingInAddress}
        />
        <TextField
          control={control}
          name={`${ADDRESS}.line2`}
          label="Address line 2"
          offending={offendingInAddress}
          optional
        />
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,10rem)]">
          <TextField
            control={control}
            name={`${ADDRESS}.city`}
            label="City"
            limit={SHIPPING_CITY_MAX_CHARACTERS}
            offending={offendingInAddress}
          />
          <TextField
            control={control}
            name={`${ADDRESS}.postalCode`}
            label="Postal code"
            limit={SHIPPING_POSTAL_CODE_MAX_CHARACTERS}
            offending={offendingInPostalCode}
          />
        </div>
        <TextField
          control={control}
          name={`${ADDRESS}.zone`}
          label="State, province, or region"
          offending={offendingInAddress}
          optional
        />
        <PhoneFields
          control={control}
          dialCodeName="shippingInformation.recipientDialCode"
          phoneNumberName="shippingInformation.recipientPhoneNumber"
        />
      </fieldset>
      <DesignPicker
        value={design.field.value}
        onChange={design.field.onChange}
        error={fieldMessage(design.fieldState.error)}
        isPhysical
      />
    </div>
  );
}

/** Not retried: without it the person fills in the form. */
function knownShippingQuery(customerId: string) {
  return queryOptions({
    queryKey: ["known-shipping", customerId],
    queryFn: ({ signal }) =>
      getJson<KnownShipping>(`/api/customers/${encodeURIComponent(customerId)}/known-shipping`, signal),
    retry: false,
  });
}

function recipientHint(known: KnownShipping | undefined): string {
  if (known?.dialCode != null && !known.companyAddress)
    return "A person’s email, phone number, and address aren’t stored after a card is issued. Enter them here.";
  return "For a company, enter the person who receives the card.";
}
