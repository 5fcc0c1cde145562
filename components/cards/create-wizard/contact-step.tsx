"use client";

import { type UseFormReturn, useWatch } from "react-hook-form";
import { PhoneFields } from "@/components/forms/phone-fields";
import { TextField } from "@/components/forms/text-field";
import type { CardApplication } from "@/lib/contract/card-application";
import { CustomerNotice } from "./customer-notice";

export default function ContactStep({ form }: { form: UseFormReturn<CardApplication> }) {
  const { control } = form;
  const application = useWatch({ control }) as CardApplication;
  return (
    <>
      <TextField
        control={control}
        name="meta.id"
        label="Customer ID"
        hint="Your own ID for this customer. All cards with the same ID belong to one customer."
        spellCheck={false}
      />
      <CustomerNotice application={application} />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold">Phone for 3DS and wallet codes</legend>
        <PhoneFields
          control={control}
          dialCodeName="meta.otpPhoneNumber.dialCode"
          phoneNumberName="meta.otpPhoneNumber.phoneNumber"
        />
      </fieldset>
      <TextField
        control={control}
        name="meta.email"
        label="Email"
        type="email"
        optional
        hint="Used for authentication. Recommended by the issuer."
        spellCheck={false}
      />
    </>
  );
}
